package dev.parley.server.configuration;

/// A value and where it comes from, in words.
public record Setting(String value, String origin) {}
