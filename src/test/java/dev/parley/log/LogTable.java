package dev.parley.log;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Held;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.spi.BatchRejectedException;
import dev.parley.log.spi.RoomLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A log that is a table: it numbers, finds repeats, and does to rooms and items what a test planned for them. Every
/// room exists.
final class LogTable implements RoomLog {

    static final Life LIFE = new Life("aaaaaaaa");

    record Batch(List<Append> items, Patience patience) {

        List<String> ids() {
            return items.stream().map(item -> item.clientMsgId().value()).toList();
        }
    }

    private record Key(RoomId room, Sender sender, ClientMessageId id) {}

    final List<Event> events = new ArrayList<>();
    final List<Batch> batches = new ArrayList<>();
    final Set<RoomId> held = new HashSet<>();
    final Set<ClientMessageId> poison = new HashSet<>();
    final Map<ClientMessageId, Settled> planned = new HashMap<>();
    int writers = Integer.MAX_VALUE;
    private final Map<Key, Event> firsts = new HashMap<>();
    private final Map<RoomId, Long> heads = new HashMap<>();

    @Override
    public List<Settled> append(List<Append> batch, Patience patience) {
        batches.add(new Batch(batch, patience));
        if (batch.stream().anyMatch(item -> poison.contains(item.clientMsgId()))) {
            throw new BatchRejectedException("poison", new IllegalStateException());
        }
        return batch.stream().map(this::settle).toList();
    }

    @Override
    public int writers() {
        return writers;
    }

    private Settled settle(Append item) {
        if (held.contains(item.room())) {
            return new Held();
        }
        Settled plan = planned.get(item.clientMsgId());
        if (plan != null) {
            return plan;
        }
        var key = new Key(item.room(), item.author().sender(), item.clientMsgId());
        Event first = firsts.get(key);
        if (first == null) {
            first = number(item);
            firsts.put(key, first);
            return new Appended(first, false);
        }
        return new Appended(first, true);
    }

    private Event number(Append item) {
        long seq = heads.merge(item.room(), 1L, Long::sum);
        var position = new Position(new Epoch(1, LIFE), seq);
        NewEvent content = item.event();
        var event = new Event(
                item.room(),
                position,
                content.type(),
                content.tier(),
                item.author(),
                item.clientMsgId(),
                seq,
                content.data(),
                content.ref(),
                null);
        events.add(event);
        return event;
    }

    /// The client message ids of a room's log, in seq order.
    List<String> ids(RoomId room) {
        return column(room, event -> event.clientMsgId().value());
    }

    <T> List<T> column(RoomId room, Function<Event, T> column) {
        return events.stream()
                .filter(event -> event.room().equals(room))
                .map(column)
                .toList();
    }

    Batch lastBatch() {
        return batches.getLast();
    }

    @Override
    public LogPage page(RoomId room, PageRequest from, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public LogPage answers(RoomId room, long ref, @Nullable Position after, int limit) {
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
