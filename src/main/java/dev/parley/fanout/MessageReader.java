package dev.parley.fanout;

import dev.parley.fanout.BusMessage.Chirp;
import dev.parley.fanout.BusMessage.Events;
import dev.parley.fanout.BusMessage.Head;
import dev.parley.fanout.BusMessage.Irrelevant;
import dev.parley.fanout.BusMessage.Item;
import dev.parley.fanout.BusMessage.News;
import dev.parley.fanout.BusMessage.PassedOver;
import dev.parley.fanout.BusMessage.Signals;
import dev.parley.fanout.BusMessage.Taken;
import dev.parley.fanout.BusMessage.Unreadable;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.presence.Place;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Reads what [MessageWriter] wrote, and says so when it cannot. Any thread.
final class MessageReader {

    private final NodeId self;
    private final Predicate<RoomId> relevant;

    /// @param self the news of this node are left out
    /// @param relevant rooms whose events are read; those of others are counted
    MessageReader(NodeId self, Predicate<RoomId> relevant) {
        this.self = self;
        this.relevant = relevant;
    }

    BusMessage read(byte[] message) {
        var in = ByteBuffer.wrap(message);
        try {
            byte version = in.get();
            boolean readable = version == BusMessage.VERSION || version == BusMessage.VERSION_WITH_KEYS;
            return readable ? known(in) : new Unreadable("version " + version);
        } catch (BufferUnderflowException | IllegalArgumentException _) {
            return new Unreadable("garbage");
        }
    }

    private BusMessage known(ByteBuffer in) {
        byte kind = in.get();
        var origin = new NodeId(EventBytes.readText(in));
        return switch (kind) {
            case BusMessage.CHIRP -> new Chirp(origin, in.getLong());
            case BusMessage.NEWS -> new News(origin, origin.equals(self) ? List.of() : items(in));
            case BusMessage.SIGNALS ->
                new Signals(origin, origin.equals(self) ? List.of() : SignalBytes.read(in, relevant));
            case BusMessage.TAKEN -> new Taken(origin, places(in));
            default -> kind < BusMessage.PASSING ? new Unreadable("kind " + kind) : new PassedOver();
        };
    }

    private static List<Place> places(ByteBuffer in) {
        List<Place> places = new ArrayList<>();
        while (in.hasRemaining()) {
            places.add(new Place(new RoomId(EventBytes.readText(in)), new SessionId(EventBytes.readText(in))));
        }
        return places;
    }

    private List<Item> items(ByteBuffer in) {
        List<Item> items = new ArrayList<>();
        while (in.hasRemaining()) {
            byte kind = in.get();
            int length = in.getInt();
            if (length < 0 || length > in.remaining()) {
                throw new BufferUnderflowException();
            }
            items.add(item(kind, in.slice(in.position(), length)));
            in.position(in.position() + length);
        }
        return items;
    }

    private Item item(byte kind, ByteBuffer in) {
        var room = new RoomId(EventBytes.readText(in));
        return switch (kind) {
            case BusMessage.EVENTS -> {
                int count = in.getShort();
                yield relevant.test(room) ? events(room, count, in) : new Irrelevant(count);
            }
            case BusMessage.HEAD -> new Head(room, new Position(EventBytes.readEpoch(in), in.getLong()));
            default -> throw new IllegalArgumentException("no such item");
        };
    }

    private static Events events(RoomId room, int count, ByteBuffer in) {
        Epoch epoch = EventBytes.readEpoch(in);
        List<Event> events = new ArrayList<>();
        Map<Position, SessionId> publishers = new HashMap<>();
        for (int i = 0; i < count; i++) {
            EventBytes.Told told = EventBytes.read(room, epoch, in);
            events.add(told.event());
            if (told.session() != null) {
                publishers.put(told.event().position(), told.session());
            }
        }
        return new Events(room, events, publishers);
    }
}
