package dev.parley.bench.stream;

/// The way back to the server, for the few words a reader has to say.
@FunctionalInterface
public interface Link {

    void send(byte[] bytes);
}
