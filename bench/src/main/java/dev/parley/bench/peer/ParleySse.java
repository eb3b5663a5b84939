package dev.parley.bench.peer;

import dev.parley.bench.stream.Chunked;
import dev.parley.bench.stream.Head;
import dev.parley.bench.stream.Link;
import dev.parley.bench.stream.Receiver;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.SseEvents;
import dev.parley.bench.stream.SseEvents.Numbering;
import dev.parley.bench.stream.Stage;
import dev.parley.bench.stream.Target;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Parley's streams of server-sent events, of one room or of several.
public final class ParleySse implements Target {

    private final InetSocketAddress address;
    private final RoomNames rooms;
    private final ParleyRequests requests;

    public ParleySse(InetSocketAddress address, RoomNames rooms, Access access) {
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
        return "SSE";
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public byte[] opening(int connection, String cursor) {
        String resume = cursor.isEmpty() ? "" : "Last-Event-ID: " + cursor + "\r\n";
        return requests.get(path(connection), connection, "Accept: text/event-stream\r\n" + resume);
    }

    private String path(int connection) {
        if (rooms.each() == 1) {
            return "/v1/rooms/" + rooms.name(rooms.roomOf(connection, 0)) + "/events";
        }
        return "/v1/events?rooms="
                + IntStream.range(0, rooms.each())
                        .mapToObj(n -> rooms.name(rooms.roomOf(connection, n)))
                        .collect(Collectors.joining(","));
    }

    @Override
    public Stage stage(Head head, int connection, String cursor, Receiver receiver, Link link) {
        var numbering = rooms.each() == 1 ? Numbering.ID : Numbering.DATA;
        return Chunked.whenSaid(head, new SseEvents(rooms, numbering, rooms.roomOf(connection, 0), receiver), receiver);
    }

    @Override
    public void writePublish(int room, String text, ByteBuffer request) {
        requests.publish(rooms.name(room), text, request);
    }
}
