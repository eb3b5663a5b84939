package dev.parley.architecture.planted.unmarked;

public class Unmarked {}
