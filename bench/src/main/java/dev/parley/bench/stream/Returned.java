package dev.parley.bench.stream;

/// How those fared that had stopped reading, or read slowly, and came back at full speed.
///
/// @param connections how many they are
/// @param closedByServer how many of them the server had closed
/// @param seconds until all had everything, or the time was over
/// @param incomplete how many of them in the end did not have exactly what was published
/// @param findings of those that came back
public record Returned(int connections, int closedByServer, double seconds, long incomplete, Findings findings) {}
