package dev.parley.bench.peer;

import dev.parley.bench.stream.ClientFrame;
import dev.parley.bench.stream.Link;
import dev.parley.bench.stream.Receiver;
import dev.parley.bench.stream.StampFinder;
import dev.parley.bench.stream.Text;
import java.nio.charset.StandardCharsets;

/// Reads the packets of Socket.IO 4: a digit of Engine.IO's, in messages another of Socket.IO's.
final class SocketIoPackets implements Text {

    private static final char OPEN = '0';
    private static final char CLOSE = '1';
    private static final char PING = '2';
    private static final char MESSAGE = '4';
    private static final char CONNECTED = '0';
    private static final char EVENT = '2';
    private static final byte[] CONNECT = ClientFrame.text("40");
    private static final byte[] PONG = ClientFrame.text("3");

    private final int room;
    private final Receiver receiver;
    private final Link link;
    private final StampFinder stamps = new StampFinder();

    SocketIoPackets(int room, Receiver receiver, Link link) {
        this.room = room;
        this.receiver = receiver;
        this.link = link;
    }

    @Override
    public void message(byte[] bytes, int from, int to, int framed) {
        switch (from < to ? (char) bytes[from] : CLOSE) {
            case OPEN -> link.send(CONNECT);
            case PING -> link.send(PONG);
            case MESSAGE -> packet(bytes, from + 1, to, framed);
            case CLOSE -> receiver.ended("closed");
            default -> {}
        }
    }

    private void packet(byte[] bytes, int from, int to, int framed) {
        switch (from < to ? (char) bytes[from] : CLOSE) {
            case EVENT -> receiver.delivered(room, Receiver.NONE, stamps.find(bytes, from, to), framed);
            case CONNECTED -> receiver.opened();
            default -> receiver.ended(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }
    }
}
