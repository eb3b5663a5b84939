package dev.parley.bench.peer;

import dev.parley.bench.server.PeerProcess;
import dev.parley.bench.stream.Chunked;
import dev.parley.bench.stream.Head;
import dev.parley.bench.stream.Link;
import dev.parley.bench.stream.Receiver;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.ServerFigures;
import dev.parley.bench.stream.SseEvents;
import dev.parley.bench.stream.SseEvents.Numbering;
import dev.parley.bench.stream.Stage;
import dev.parley.bench.stream.Target;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// A running nchan, read by server-sent events.
final class NchanPeer implements Peer {

    private final PeerProcess process;
    private final String version;

    NchanPeer(PeerProcess process, String version) {
        this.process = process;
        this.version = version;
    }

    @Override
    public Target target(RoomNames rooms) {
        return new Channels(process.address(), rooms);
    }

    @Override
    public ServerFigures figures() {
        return process.figures();
    }

    @Override
    public String description() {
        return version + ", one worker, messages kept in memory, no authentication, SSE";
    }

    @Override
    public void close() {
        process.close();
    }

    /// Its ids are a time and a number in that second: they are not counted.
    private record Channels(InetSocketAddress address, RoomNames rooms) implements Target {

        @Override
        public String name() {
            return "nchan";
        }

        @Override
        public String protocol() {
            return "SSE";
        }

        @Override
        public byte[] opening(int connection, String cursor) {
            String room = rooms.name(rooms.roomOf(connection, 0));
            return ("GET /events?room=" + room + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public Stage stage(Head head, int connection, String cursor, Receiver receiver, Link link) {
            receiver.opened();
            int room = rooms.roomOf(connection, 0);
            return Chunked.whenSaid(head, new SseEvents(rooms, Numbering.NONE, room, receiver), receiver);
        }

        @Override
        public void writePublish(int room, String text, ByteBuffer request) {
            RequestText.write("POST /publish?room=" + rooms.name(room), "Host: localhost\r\n", text, request);
        }
    }
}
