package dev.parley.bench.peer;

import dev.parley.bench.stream.Head;
import dev.parley.bench.stream.Link;
import dev.parley.bench.stream.Receiver;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.Stage;
import dev.parley.bench.stream.Target;
import dev.parley.bench.stream.WebSocketFrames;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/// Parley's WebSocket, of one room or of several.
public final class ParleyWebSocket implements Target {

    private final InetSocketAddress address;
    private final RoomNames rooms;
    private final ParleyRequests requests;

    public ParleyWebSocket(InetSocketAddress address, RoomNames rooms, Access access) {
        this.address = address;
        this.rooms = rooms;
        this.requests = new ParleyRequests(address, access);
    }

    @Override
    public String name() {
        return "Parley";
    }

    @Override
    public String protocol() {
        return "WebSocket";
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public byte[] opening(int connection, String cursor) {
        return requests.upgrade("/v1/socket", connection, "Sec-WebSocket-Protocol: parley.v1\r\n");
    }

    @Override
    public Stage stage(Head head, int connection, String cursor, Receiver receiver, Link link) {
        var messages = new ParleyMessages(rooms, connection, cursor, receiver, link);
        return new WebSocketFrames(messages, receiver, link);
    }

    @Override
    public void writePublish(int room, String text, ByteBuffer request) {
        requests.publish(rooms.name(room), text, request);
    }
}
