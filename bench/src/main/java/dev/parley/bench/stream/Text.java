package dev.parley.bench.stream;

/// Takes whole messages of text. The array is used again after the call.
@FunctionalInterface
public interface Text {

    /// @param bytes of the message as it was framed
    void message(byte[] bytes, int from, int to, int framed);
}
