package dev.parley.architecture.planted.adapters.memory;

public class ThingImpl {}
