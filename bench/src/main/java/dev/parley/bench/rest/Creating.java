package dev.parley.bench.rest;

import dev.parley.bench.load.Rooms;
import java.nio.ByteBuffer;

/// Creates all rooms, once.
final class Creating extends Answered {

    private final Requests requests;
    private final Rooms rooms;
    private int next;

    Creating(Requests requests, Rooms rooms) {
        super("creating a room", 201);
        this.requests = requests;
        this.rooms = rooms;
    }

    @Override
    public int claim() {
        return next < rooms.ids().size() ? next++ : -1;
    }

    @Override
    public void write(int n, int connection, ByteBuffer request) {
        requests.write("PUT /v1/rooms/" + rooms.ids().get(n), "{}", connection, request);
    }
}
