package dev.parley.bench.stream;

/// How connecting went.
///
/// @param open connections whose stream is open
/// @param dead connections that were refused or broke, and why the first did
/// @param cpuMicros of the server for each
/// @param residentBefore bytes
/// @param residentAfter bytes
public record Connected(
        int open,
        int dead,
        String firstReason,
        double seconds,
        double cpuMicros,
        double residentBefore,
        double residentAfter) {

    /// Bytes of resident memory for each.
    public double residentEach() {
        return (residentAfter - residentBefore) / Math.max(1, open);
    }
}
