package dev.parley.architecture.plantedmodules.upper;

public class Upper {}
