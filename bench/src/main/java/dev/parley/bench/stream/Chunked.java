package dev.parley.bench.stream;

/// Reads a body in chunks when its head says so, and bare otherwise.
public final class Chunked {

    private Chunked() {}

    public static Stage whenSaid(Head head, Stage body, Receiver receiver) {
        return head.chunked() ? new Chunks(body, receiver) : body;
    }
}
