package dev.parley.fanout;

import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.presence.Place;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts news into as few messages as their bound allows. What does not fit into the rest of one begins another; an
/// event longer than a message becomes a bare position. One thread at a time.
final class MessageWriter {

    /// Takes each message when it is full, and the last one.
    interface Out {

        /// @param events how many are in it
        void message(byte[] message, int events);
    }

    private static final int MOST_EVENTS = Short.MAX_VALUE;
    private static final int ITEM_BOUND = 5 + 129 + 2 + 8 + 9;
    private static final int HEAD_BOUND = ITEM_BOUND + 8;

    private final NodeId origin;
    private final ByteBuffer buffer = ByteBuffer.allocate(Bus.MAX_MESSAGE);
    private final Out out;
    private int prefix;
    private int events;
    /// The item that is being written; null = none.
    private @Nullable RoomId room;

    private @Nullable Epoch epoch;
    private int itemAt;
    private int countAt;
    private int count;

    MessageWriter(NodeId origin, Out out) {
        this.origin = origin;
        this.out = out;
        begin();
    }

    static byte[] chirp(NodeId origin, long number) {
        var buffer = ByteBuffer.allocate(2 + 65 + 8);
        buffer.put(BusMessage.VERSION).put(BusMessage.CHIRP);
        EventBytes.writeText(origin.value(), buffer);
        buffer.putLong(number);
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /// @param places so many that they fit: 1,000 always do
    static byte[] taken(NodeId origin, List<Place> places) {
        var buffer = ByteBuffer.allocate(2 + 65 + places.size() * (129 + 65));
        buffer.put(BusMessage.VERSION).put(BusMessage.TAKEN);
        EventBytes.writeText(origin.value(), buffer);
        for (Place place : places) {
            EventBytes.writeText(place.room().value(), buffer);
            EventBytes.writeText(place.session().value(), buffer);
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    private void begin() {
        buffer.clear();
        buffer.put(BusMessage.VERSION).put(BusMessage.NEWS);
        EventBytes.writeText(origin.value(), buffer);
        prefix = buffer.position();
        events = 0;
    }

    /// @param told in seq order
    void events(RoomId of, List<Event> told, Map<Position, SessionId> publishers) {
        told.forEach(event -> event(of, event, publishers.get(event.position())));
    }

    private void event(RoomId of, Event event, @Nullable SessionId session) {
        int bound = EventBytes.bound(event);
        if (bound > buffer.capacity() - prefix - ITEM_BOUND) {
            head(of, event.position());
            return;
        }
        boolean goesOn = of.equals(room) && event.position().epoch().equals(epoch) && count < MOST_EVENTS;
        if (buffer.remaining() < bound + (goesOn ? 0 : ITEM_BOUND)) {
            flush();
            goesOn = false;
        }
        if (!goesOn) {
            beginItem(of, event.position().epoch());
        }
        EventBytes.write(event, session, buffer);
        if (event.key() != null) {
            buffer.put(0, BusMessage.VERSION_WITH_KEYS);
        }
        count++;
        events++;
    }

    private void beginItem(RoomId of, Epoch in) {
        endItem();
        room = of;
        epoch = in;
        itemAt = buffer.position();
        buffer.put(BusMessage.EVENTS).putInt(0);
        EventBytes.writeText(of.value(), buffer);
        countAt = buffer.position();
        buffer.putShort((short) 0);
        EventBytes.writeEpoch(in, buffer);
    }

    private void endItem() {
        if (room != null) {
            buffer.putInt(itemAt + 1, buffer.position() - itemAt - 5);
            buffer.putShort(countAt, (short) count);
            room = null;
            epoch = null;
            count = 0;
        }
    }

    void head(RoomId of, Position at) {
        endItem();
        if (buffer.remaining() < HEAD_BOUND) {
            flush();
        }
        int start = buffer.position();
        buffer.put(BusMessage.HEAD).putInt(0);
        EventBytes.writeText(of.value(), buffer);
        EventBytes.writeEpoch(at.epoch(), buffer);
        buffer.putLong(at.seq());
        buffer.putInt(start + 1, buffer.position() - start - 5);
    }

    /// Hands out what is left.
    void flush() {
        endItem();
        if (buffer.position() > prefix) {
            out.message(Arrays.copyOf(buffer.array(), buffer.position()), events);
            begin();
        }
    }
}
