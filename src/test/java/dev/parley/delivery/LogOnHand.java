package dev.parley.delivery;

import dev.parley.kernel.Amendment;
import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.MessageKey;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.LogPage;
import dev.parley.log.Overflow;
import dev.parley.log.PageRequest;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.spi.RoomLog;
import dev.parley.room.RoomState;
import dev.parley.room.RulesMark;
import dev.parley.room.spi.RoomReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Logs of rooms as the port promises them, written by the test.
final class LogOnHand implements RoomLog, RoomReader {

    static final class Room {
        final RoomId id;
        RoomKind kind = RoomKind.DURABLE;
        Overflow overflow = Overflow.CATCH_UP;
        Epoch epoch;
        List<Event> events = new ArrayList<>();
        long first = 1;
        long rules = 1;

        Room(RoomId id, Epoch epoch) {
            this.id = id;
            this.epoch = epoch;
        }

        long head() {
            return events.size();
        }

        Position at(long seq) {
            return new Position(epoch, seq);
        }

        RoomState state() {
            RoomSettings settings = RoomSettings.defaults(kind).withOverflow(overflow);
            return new RoomState(id, epoch, kind, settings, 1, rules, first, head(), 0);
        }
    }

    final Map<RoomId, Room> rooms = new HashMap<>();
    final List<String> reads = new ArrayList<>();
    long now = 1_000_000;
    /// Most events of a page, as if their data filled it.
    int fits = 500;

    @Nullable
    RuntimeException broken;

    Room create(String id, String life) {
        var room = new Room(new RoomId(id), new Epoch(5, new Life(life)));
        rooms.put(room.id, room);
        return room;
    }

    Event add(Room room, String type) {
        return add(room, type, "1", null, "anna");
    }

    Event add(Room room, String type, String data, @Nullable Long expiresAt, String sender) {
        return add(room, type, Tier.HIGH, data, expiresAt, sender, null);
    }

    /// A value.
    Event add(Room room, Tier tier, String key, int bytes) {
        return add(room, "value", tier, "\"" + "x".repeat(bytes) + "\"", null, "anna", new MessageKey(key));
    }

    Event add(Room room, Tier tier, int bytes) {
        return add(room, tier.wire(), tier, "\"" + "x".repeat(bytes) + "\"", null, "anna", null);
    }

    private Event add(
            Room room,
            String type,
            Tier tier,
            String data,
            @Nullable Long expiresAt,
            String sender,
            @Nullable MessageKey key) {
        long seq = room.head() + 1;
        var event = new Event(
                room.id,
                room.at(seq),
                new EventType(type),
                tier,
                new Author(new Sender(sender), null),
                new ClientMessageId(room.epoch.life() + "-" + seq + "-" + now),
                now,
                JsonText.of(data),
                null,
                expiresAt,
                key);
        room.events.add(event);
        return event;
    }

    /// Gives an event other data.
    ///
    /// @return the event that tells of it
    Event edit(Room room, long seq, String data) {
        Event told = add(room, "room.message.edited");
        told = new Event(
                room.id,
                told.position(),
                told.type(),
                told.tier(),
                told.author(),
                told.clientMsgId(),
                told.ts(),
                told.data(),
                seq,
                null);
        room.events.set((int) told.seq() - 1, told);
        Event old = room.events.get((int) seq - 1);
        var made = new Amendment(told.seq(), now, told.author().sender(), false);
        room.events.set((int) seq - 1, old.amended(JsonText.of(data), made));
        return told;
    }

    List<Event> add(Room room, int count) {
        List<Event> added = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            added.add(add(room, "text"));
        }
        return added;
    }

    private void reach() {
        if (broken != null) {
            throw broken;
        }
    }

    @Override
    public LogPage page(RoomId id, PageRequest from, int limit) {
        if (limit < 1 || limit > 500) {
            throw new IllegalArgumentException("a page has 1 to 500 events");
        }
        reads.add(id + " " + from);
        reach();
        Room room = rooms.get(id);
        return room == null ? new LogPage.NoSuchRoom() : cut(room, from, Math.min(limit, fits));
    }

    @Override
    public LogPage answers(RoomId room, long ref, @Nullable Position after, int limit) {
        throw new UnsupportedOperationException();
    }

    private LogPage cut(Room room, PageRequest from, int limit) {
        Epoch epoch = room.epoch;
        long first = room.first;
        long head = room.head();
        return switch (from) {
            case PageRequest.After(var at) when !at.epoch().equals(epoch) -> new LogPage.OtherEpoch(epoch, first, head);
            case PageRequest.Before(var at)
            when !at.epoch().equals(epoch) -> new LogPage.OtherEpoch(epoch, first, head);
            case PageRequest.After(var at) when at.seq() > head -> new LogPage.Ahead(epoch, first, head);
            case PageRequest.Before(var at) when at.seq() > head + 1 -> new LogPage.Ahead(epoch, first, head);
            case PageRequest.After(var at) when at.seq() < first - 1 -> new LogPage.Trimmed(epoch, first, head);
            case PageRequest.After(var at) -> rows(room, at.seq() + 1, Math.min(head, at.seq() + limit));
            case PageRequest.Before(var at) -> rows(room, Math.max(first, at.seq() - limit), at.seq() - 1);
            case PageRequest.Newest _ -> rows(room, Math.max(first, head - limit + 1), head);
        };
    }

    private LogPage rows(Room room, long from, long to) {
        List<Event> events = from > to ? List.of() : List.copyOf(room.events.subList((int) from - 1, (int) to));
        return new LogPage.Rows(room.epoch, room.first, room.head(), now, events);
    }

    @Override
    public Optional<RoomState> read(RoomId id, Set<UserId> asked) {
        reach();
        return Optional.ofNullable(rooms.get(id)).map(Room::state);
    }

    @Override
    public Map<RoomId, RulesMark> marks(Collection<RoomId> ids) {
        reach();
        Map<RoomId, RulesMark> marks = new HashMap<>();
        ids.forEach(id -> read(id).ifPresent(room -> marks.put(id, new RulesMark(room.epoch(), room.rules()))));
        return marks;
    }

    @Override
    public Map<RoomId, Position> heads(Collection<RoomId> ids) {
        reach();
        reads.add("heads " + ids.size());
        Map<RoomId, Position> heads = new HashMap<>();
        ids.forEach(id -> read(id).ifPresent(room -> heads.put(id, new Position(room.epoch(), room.head()))));
        return heads;
    }

    @Override
    public List<RoomState> list(String prefix, String after, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Settled> append(List<Append> batch, Patience patience) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int trim(RoomId room, int maxRows) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RoomId> limitedRooms(String after, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int sweep(int maxRows) {
        throw new UnsupportedOperationException();
    }
}
