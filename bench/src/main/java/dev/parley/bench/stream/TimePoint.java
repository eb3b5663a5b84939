package dev.parley.bench.stream;

/// One second of a run.
///
/// @param second since the run began
/// @param p50 of what was delivered in this second, in µs
/// @param p99 the same
/// @param serverPercent of a core
/// @param counts whether the window was open
public record TimePoint(
        double second, double deliveriesPerSecond, long p50, long p99, double serverPercent, boolean counts) {}
