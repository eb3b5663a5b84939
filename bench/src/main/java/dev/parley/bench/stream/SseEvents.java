package dev.parley.bench.stream;

import java.nio.charset.StandardCharsets;

/// Reads server-sent events without making an object of any that the load has published.
public final class SseEvents extends Lines {

    private static final byte[] EVENT = "event:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "data:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ID = "id:".getBytes(StandardCharsets.US_ASCII);

    /// Where seqs are: nowhere, in the id, or in the data because the stream is one of several rooms.
    public enum Numbering {
        NONE,
        ID,
        DATA
    }

    private final RoomNames rooms;
    private final Numbering numbering;
    private final int only;
    private final Receiver receiver;
    private final StampFinder stamps = new StampFinder();
    private final EventData numbered;

    private final KeptBytes id = new KeptBytes();
    private EventName name = EventName.MESSAGE;
    private String text = "";
    private int room;
    private long seq = Receiver.NONE;
    private long stamp = Receiver.NONE;
    private int bytes;
    private boolean hasData;

    /// @param only the room of the events that do not name one
    public SseEvents(RoomNames rooms, Numbering numbering, int only, Receiver receiver) {
        this.rooms = rooms;
        this.numbering = numbering;
        this.only = only;
        this.receiver = receiver;
        this.room = only;
        this.numbered = new EventData(rooms);
    }

    @Override
    protected void line(byte[] line, int from, int to, int framed) {
        bytes += framed;
        if (from == to) {
            dispatch();
            forget();
        } else if (ByteSearch.isAt(line, from, to, DATA)) {
            data(line, value(line, from + DATA.length, to), to);
        } else if (ByteSearch.isAt(line, from, to, ID)) {
            id(line, value(line, from + ID.length, to), to);
        } else if (ByteSearch.isAt(line, from, to, EVENT)) {
            int begin = value(line, from + EVENT.length, to);
            name = EventName.of(new String(line, begin, to - begin, StandardCharsets.UTF_8));
        }
    }

    private static int value(byte[] line, int at, int to) {
        return at < to && line[at] == ' ' ? at + 1 : at;
    }

    private void id(byte[] line, int from, int to) {
        if (numbering != Numbering.NONE) {
            id.clear();
            id.add(line, from, to);
        }
        if (numbering == Numbering.ID) {
            seq = Positions.seq(line, from, to);
        }
    }

    private void data(byte[] line, int from, int to) {
        hasData = true;
        if (name == EventName.ENDING) {
            text = new String(line, from, to - from, StandardCharsets.UTF_8);
        } else if (name == EventName.MESSAGE) {
            message(line, from, to);
        }
    }

    private void message(byte[] line, int from, int to) {
        if (numbering == Numbering.DATA) {
            numbered.read(line, from, to);
            room = numbered.room();
            seq = numbered.seq();
            stamp = numbered.stamp();
        } else {
            stamp = stamps.find(line, from, to);
        }
    }

    private void dispatch() {
        if (!hasData) {
            return;
        }
        switch (name) {
            case MESSAGE -> receiver.delivered(room, seq, stamp, bytes);
            case HELLO -> {
                Positions.each(rooms, only, id.array(), id.length(), receiver::startsAfter);
                receiver.opened();
            }
            case LEFT_OUT ->
                Positions.each(rooms, only, id.array(), id.length(), (of, epoch, after) -> receiver.leftOut(of, after));
            case ENDING -> receiver.ended(text);
            case OTHER -> {}
        }
    }

    private void forget() {
        name = EventName.MESSAGE;
        room = only;
        seq = Receiver.NONE;
        stamp = Receiver.NONE;
        bytes = 0;
        hasData = false;
        id.clear();
    }
}
