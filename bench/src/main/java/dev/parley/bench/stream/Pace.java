package dev.parley.bench.stream;

/// How a connection reads.
public enum Pace {
    /// Whatever is there.
    FULL,
    /// A kilobyte a second, with a small receive buffer.
    SLOW,
    /// Nothing once its stream is open, with a small receive buffer.
    STALLED;

    static final int SLOW_BYTES = 1_024;
    static final int SMALL_BUFFER = 4 << 10;
}
