package dev.parley.bench.rest;

import java.nio.ByteBuffer;

/// Posts messages to be thrown away.
final class Discarding extends Answered {

    private final Requests requests;
    private int next;

    Discarding(Requests requests) {
        super("discarding", 204);
        this.requests = requests;
    }

    @Override
    public int claim() {
        return next++;
    }

    @Override
    public void write(int n, int connection, ByteBuffer request) {
        requests.writeMessage(n, "discards", connection, request);
    }
}
