package dev.parley.bench.stream;

/// Whoever a socket belongs to.
@FunctionalInterface
interface Ready {

    /// The socket is ready for something.
    void ready(Loop loop);
}
