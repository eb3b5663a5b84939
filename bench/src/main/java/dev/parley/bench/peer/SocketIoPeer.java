package dev.parley.bench.peer;

import dev.parley.bench.server.PeerProcess;
import dev.parley.bench.stream.Head;
import dev.parley.bench.stream.Link;
import dev.parley.bench.stream.Receiver;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.ServerFigures;
import dev.parley.bench.stream.Stage;
import dev.parley.bench.stream.Target;
import dev.parley.bench.stream.WebSocketFrames;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/// A running Socket.IO, read over WebSocket.
final class SocketIoPeer implements Peer {

    private final PeerProcess process;
    private final String version;

    SocketIoPeer(PeerProcess process, String version) {
        this.process = process;
        this.version = version;
    }

    @Override
    public Target target(RoomNames rooms) {
        return new Sockets(process.address(), rooms);
    }

    @Override
    public ServerFigures figures() {
        return process.figures();
    }

    @Override
    public String description() {
        return version + ", one process, nothing kept, no authentication, WebSocket without compression";
    }

    @Override
    public void close() {
        process.close();
    }

    private record Sockets(InetSocketAddress address, RoomNames rooms) implements Target {

        @Override
        public String name() {
            return "Socket.IO";
        }

        @Override
        public String protocol() {
            return "WebSocket";
        }

        @Override
        public byte[] opening(int connection, String cursor) {
            String room = rooms.name(rooms.roomOf(connection, 0));
            return Upgrade.request("/socket.io/?EIO=4&transport=websocket&room=" + room, "Host: localhost\r\n");
        }

        @Override
        public Stage stage(Head head, int connection, String cursor, Receiver receiver, Link link) {
            var packets = new SocketIoPackets(rooms.roomOf(connection, 0), receiver, link);
            return new WebSocketFrames(packets, receiver, link);
        }

        @Override
        public void writePublish(int room, String text, ByteBuffer request) {
            RequestText.write("POST /publish?room=" + rooms.name(room), "Host: localhost\r\n", text, request);
        }
    }
}
