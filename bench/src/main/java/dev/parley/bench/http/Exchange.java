package dev.parley.bench.http;

import java.nio.ByteBuffer;

/// What the connections say. Called by the generator's one thread.
public interface Exchange {

    /// The next request's number, or −1 when there is none for now; then the connection rests until the end of the run.
    int claim();

    /// Writes the whole request into the empty buffer.
    void write(int n, int connection, ByteBuffer request);

    /// @param nanos from the first byte handed to the system to the last one received
    void answered(int n, HttpAnswer answer, long nanos);
}
