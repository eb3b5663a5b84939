package dev.parley.cluster;

/// A node whose lease has not run out; all times in milliseconds of the store's clock since 1970.
public record LiveNode(Node node, long startedAt, long renewedAt, long expiresAt) {}
