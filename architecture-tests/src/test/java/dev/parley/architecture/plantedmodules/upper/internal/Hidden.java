package dev.parley.architecture.plantedmodules.upper.internal;

public class Hidden {}
