package dev.parley.bench.stream;

/// Takes what a connection received, in whatever pieces it comes: every split has the same result. One thread.
@FunctionalInterface
public interface Stage {

    /// The array is used again after the call.
    void accept(byte[] bytes, int from, int to);
}
