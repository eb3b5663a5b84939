package dev.parley.bench.rest;

import dev.parley.bench.http.HttpAnswer;
import dev.parley.bench.load.Ledger;
import java.nio.ByteBuffer;

/// Publishes the ledger's next messages.
final class Publishing extends Answered {

    private final Requests requests;
    private final Ledger ledger;

    Publishing(Requests requests, Ledger ledger) {
        super("publishing", 201);
        this.requests = requests;
        this.ledger = ledger;
    }

    @Override
    public int claim() {
        return ledger.claim();
    }

    @Override
    public void write(int n, int connection, ByteBuffer request) {
        requests.writeMessage(n, "messages", connection, request);
    }

    @Override
    void accept(int n, HttpAnswer answer) {
        ledger.acknowledge(n, answer.number("seq"));
    }
}
