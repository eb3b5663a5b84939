package dev.parley.usecase;

/// A signal was taken: it is told to whoever keeps up, and may be lost.
public record Signalled() {}
