package dev.parley.bench.stream;

import java.nio.charset.StandardCharsets;

/// Finds room, seq and stamp in the JSON of an event of Parley's, without parsing the rest. The room and the seq come
/// before the text. One thread; the results are those of the last call.
public final class EventData {

    private static final byte[] ROOM = "\"room\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SEQ = "\"seq\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MESSAGE = "{\"event\":\"message\"".getBytes(StandardCharsets.US_ASCII);

    private final RoomNames rooms;
    private final StampFinder stamps = new StampFinder();
    private int room;
    private long seq;
    private long stamp;

    public EventData(RoomNames rooms) {
        this.rooms = rooms;
    }

    /// Whether it is the frame of a log event on a WebSocket.
    public boolean isMessage(byte[] bytes, int from, int to) {
        return ByteSearch.isAt(bytes, from, to, MESSAGE);
    }

    public void read(byte[] bytes, int from, int to) {
        int named = ByteSearch.find(bytes, from, to, ROOM);
        int counted = ByteSearch.find(bytes, from, to, SEQ);
        room = named < 0 ? -1 : rooms.number(bytes, named + ROOM.length, to);
        seq = counted < 0 ? Receiver.NONE : ByteSearch.number(bytes, counted + SEQ.length, to);
        stamp = stamps.find(bytes, from, to);
    }

    /// −1 when it names none of the load's.
    public int room() {
        return room;
    }

    public long seq() {
        return seq;
    }

    public long stamp() {
        return stamp;
    }
}
