package dev.parley.usecase;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.AppendResult.NoSuchRoom;
import dev.parley.log.AppendResult.OverLimit;
import dev.parley.log.AppendResult.RoomExists;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.AppendResult.StoreFull;
import dev.parley.log.AppendResult.VersionConflict;
import dev.parley.log.ContentHash;
import dev.parley.log.NewEvent;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.StateChange;
import dev.parley.log.StateChange.CreateRoom;
import dev.parley.log.StateChange.DestroyRoom;
import dev.parley.log.StateChange.ReplaceSettings;
import dev.parley.room.RoomState;
import dev.parley.room.RulesMark;
import dev.parley.room.spi.RoomReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Rooms and their logs as the port promises them, as far as use cases can tell; with one more hand in it, which the
/// test moves.
final class FakeStore extends FakePages implements RoomReader {

    static final long GENERATION = 5;

    static final class Room {
        final RoomId id;
        final Epoch epoch;
        final RoomKind kind;
        final List<Event> events = new ArrayList<>();
        final Map<ClientMessageId, ContentHash> hashes = new HashMap<>();
        RoomSettings settings;
        long version = 1;
        long rules = 1;

        Room(RoomId id, CreateRoom creation) {
            this.id = id;
            this.epoch = new Epoch(GENERATION, creation.life());
            this.kind = creation.kind();
            this.settings = creation.settings();
        }

        RoomState state() {
            return new RoomState(id, epoch, kind, settings, version, rules, 1, events.size(), 0);
        }

        List<String> ids() {
            return events.stream().map(event -> event.clientMsgId().value()).toList();
        }
    }

    final Map<String, Room> rooms = new TreeMap<>();
    final List<Room> destroyed = new ArrayList<>();
    /// What others do just before each of the next transactions.
    final List<Runnable> others = new ArrayList<>();

    /// What was taken.
    final List<Append> items = new ArrayList<>();
    /// What messages hear instead.
    @Nullable
    OverLimit refusal;

    boolean full;
    int reads;
    int transactions;

    @Nullable
    RuntimeException broken;

    Room room(RoomId id) {
        return rooms.get(id.value());
    }

    private void reach() {
        if (broken != null) {
            throw broken;
        }
    }

    @Override
    public List<Settled> append(List<Append> batch, Patience patience) {
        reach();
        transactions++;
        if (!others.isEmpty()) {
            others.removeFirst().run();
        }
        return batch.stream().map(this::settle).toList();
    }

    private Settled settle(Append item) {
        Room room = room(item.room());
        if (item.change() instanceof CreateRoom creation && (room == null || item.event() == null)) {
            if (room != null) {
                return new RoomExists();
            }
            if (full) {
                return new StoreFull();
            }
            room = new Room(item.room(), creation);
            rooms.put(item.room().value(), room);
            return item.event() == null ? new Applied(room.epoch, false) : number(room, item, item.event());
        }
        if (room == null) {
            return new NoSuchRoom();
        }
        return room.epoch.life().equals(item.terms().life()) ? settleIn(room, item) : new RulesMoved();
    }

    private Settled settleIn(Room room, Append item) {
        int index = room.ids().indexOf(item.clientMsgId().value());
        if (index >= 0) {
            return item.hash().equals(room.hashes.get(item.clientMsgId()))
                    ? new Appended(room.events.get(index), true)
                    : new IdReused(index + 1L);
        }
        if (room.rules != item.terms().rules()) {
            return new RulesMoved();
        }
        if (item.change() instanceof ReplaceSettings(var _, var expected) && expected != room.version) {
            return new VersionConflict(room.version);
        }
        if (item.event() != null && refusal != null) {
            return refusal;
        }
        if (item.terms().inboundPerSecond() > 0) {
            return new OverLimit(Duration.ofMillis(5));
        }
        if (full) {
            return new StoreFull();
        }
        items.add(item);
        change(room, item.change());
        return item.event() == null ? new Applied(room.epoch, false) : number(room, item, item.event());
    }

    private void change(Room room, @Nullable StateChange change) {
        switch (change) {
            case ReplaceSettings(var settings, var _) -> replace(room, settings);
            case DestroyRoom _ -> {
                rooms.remove(room.id.value());
                destroyed.add(room);
            }
            case null, default -> {}
        }
    }

    void replace(Room room, RoomSettings settings) {
        room.settings = settings;
        room.version++;
        room.rules++;
    }

    private Settled number(Room room, Append item, NewEvent event) {
        room.hashes.put(item.clientMsgId(), item.hash());
        var stored = new Event(
                room.id,
                new Position(room.epoch, room.events.size() + 1L),
                event.type(),
                event.tier(),
                item.author(),
                item.clientMsgId(),
                0,
                event.data(),
                event.ref(),
                null);
        room.events.add(stored);
        return new Appended(stored, false);
    }

    @Override
    public Optional<RoomState> read(RoomId id, Set<UserId> asked) {
        reach();
        reads++;
        return Optional.ofNullable(room(id)).map(Room::state);
    }

    @Override
    public Map<RoomId, RulesMark> marks(Collection<RoomId> ids) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<RoomId, Position> heads(Collection<RoomId> ids) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RoomState> list(String prefix, String after, int limit) {
        reach();
        return rooms.values().stream()
                .filter(room -> room.id.value().startsWith(prefix))
                .filter(room -> room.id.value().compareTo(after) > 0)
                .limit(limit)
                .map(Room::state)
                .toList();
    }
}
