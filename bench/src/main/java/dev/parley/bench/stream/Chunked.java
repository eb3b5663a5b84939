package dev.parley.bench.stream;

import java.util.function.Consumer;

/// Reads a body in chunks when its head says so, and bare otherwise.
public final class Chunked {

    private Chunked() {}

    public static Stage whenSaid(Head head, Stage body, Receiver receiver) {
        return whenSaid(head, body, receiver::ended);
    }

    /// @param ended told when the body is over, and why
    public static Stage whenSaid(Head head, Stage body, Consumer<String> ended) {
        return head.chunked() ? new Chunks(body, ended) : body;
    }
}
