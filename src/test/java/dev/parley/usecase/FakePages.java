package dev.parley.usecase;

import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The log of one room, for reading: cuts pages as the port promises them.
class FakePages implements RoomLog {

    static final RoomId ROOM = new RoomId("room");

    final List<Event> log = new ArrayList<>();
    final List<Integer> limits = new ArrayList<>();
    Epoch epoch = new Epoch(5, new Life("aaaaaaaa"));
    long first = 1;
    long now = 1_000;
    /// Most events of a page, as if their data filled it.
    int fits = 500;

    @Nullable
    Runnable afterPage;

    /// Adds an event of this type.
    ///
    /// @param expiresAt 0 = never
    void add(String type, long expiresAt) {
        add(type, expiresAt, "1");
    }

    void add(String type, long expiresAt, String data) {
        long seq = log.size() + 1L;
        log.add(new Event(
                ROOM,
                new Position(epoch, seq),
                new EventType(type),
                Tier.HIGH,
                Author.server(),
                new ClientMessageId("id" + seq),
                seq,
                JsonText.of(data),
                null,
                expiresAt == 0 ? null : expiresAt));
    }

    private long head() {
        return log.size();
    }

    @Override
    public LogPage page(RoomId room, PageRequest from, int limit) {
        if (limit < 1 || limit > 500) {
            throw new IllegalArgumentException("a page has 1 to 500 events");
        }
        limits.add(limit);
        LogPage page = cut(from, Math.min(limit, fits));
        if (afterPage != null) {
            afterPage.run();
        }
        return page;
    }

    @Override
    public LogPage answers(RoomId room, long ref, @Nullable Position after, int limit) {
        throw new UnsupportedOperationException();
    }

    private LogPage cut(PageRequest from, int limit) {
        return switch (from) {
            case PageRequest.After(var at)
            when !at.epoch().equals(epoch) -> new LogPage.OtherEpoch(epoch, first, head());
            case PageRequest.Before(var at)
            when !at.epoch().equals(epoch) -> new LogPage.OtherEpoch(epoch, first, head());
            case PageRequest.After(var at) when at.seq() > head() -> new LogPage.Ahead(epoch, first, head());
            case PageRequest.Before(var at) when at.seq() > head() + 1 -> new LogPage.Ahead(epoch, first, head());
            case PageRequest.After(var at) when at.seq() < first - 1 -> new LogPage.Trimmed(epoch, first, head());
            case PageRequest.After(var at) -> rows(at.seq() + 1, Math.min(head(), at.seq() + limit));
            case PageRequest.Before(var at) -> rows(Math.max(first, at.seq() - limit), at.seq() - 1);
            case PageRequest.Newest _ -> rows(Math.max(first, head() - limit + 1), head());
        };
    }

    private LogPage rows(long from, long to) {
        List<Event> events = from > to ? List.of() : log.subList((int) from - 1, (int) to);
        return new LogPage.Rows(epoch, first, head(), now, List.copyOf(events));
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
