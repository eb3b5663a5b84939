package dev.parley.bench.stream;

import dev.parley.bench.http.HttpConnection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// Several that send at once, each over connections of its own, so that none waits for the answers of another.
public final class SendTogether implements Sending {

    private final List<Sending> all;
    private final Map<HttpConnection, Sending> owners = new IdentityHashMap<>();

    public SendTogether(List<? extends Sending> all) {
        this.all = List.copyOf(all);
        for (Sending one : all) {
            one.connections().forEach(connection -> owners.put(connection, one));
        }
    }

    @Override
    public long due() {
        long due = Long.MAX_VALUE;
        for (Sending one : all) {
            due = Math.min(due, one.due());
        }
        return due;
    }

    @Override
    public void send(long now) {
        for (Sending one : all) {
            one.send(now);
        }
    }

    @Override
    public boolean idle() {
        return all.stream().allMatch(Sending::idle);
    }

    @Override
    public List<HttpConnection> connections() {
        return List.copyOf(owners.keySet());
    }

    @Override
    public void ready(HttpConnection connection) {
        Sending owner = owners.get(connection);
        if (owner != null) {
            owner.ready(connection);
        }
    }
}
