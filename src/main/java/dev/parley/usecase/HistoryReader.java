package dev.parley.usecase;

import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import dev.parley.usecase.HistoryPage.Reason;
import dev.parley.usecase.HistoryPage.Skipped;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Gathers one page of history from contiguous stretches of the log. Filtered and expired events move `next` on, so
/// that no reader is stuck behind them; one request looks at about [#MAX_LOOKED_AT] events at most. May block.
final class HistoryReader {

    static final int MAX_LOOKED_AT = 5_000;
    private static final int STRETCH = 500;
    /// Of data. A page that reaches it ends early, so that no number of readers fills the memory.
    static final int MAX_BYTES = 1 << 20;

    /// Null = there is nothing but what was read already.
    private final @Nullable RoomLog log;

    private final RoomId room;
    private final HistoryQuery query;
    private final boolean backward;
    /// Both in the direction of reading.
    private final List<Event> items = new ArrayList<>();

    private final List<Skipped> skipped = new ArrayList<>();
    private boolean lastWasSkipped;
    private int lookedAt;
    private int bytes;

    private HistoryReader(@Nullable RoomLog log, RoomId room, HistoryQuery query) {
        this.log = log;
        this.room = room;
        this.query = query;
        this.backward = !(query.from() instanceof PageRequest.After);
    }

    static Answer<HistoryPage> read(RoomLog log, RoomId room, HistoryQuery query) {
        var reader = new HistoryReader(log, room, query);
        return switch (log.page(room, query.from(), reader.stretch())) {
            case LogPage.NoSuchRoom _ -> Answer.refused(new Refusal.RoomNotFound());
            case LogPage.Trimmed(var epoch, var first, var head) ->
                Answer.refused(new Refusal.CursorExpired(epoch, first, head));
            case LogPage.Ahead(var epoch, var first, var head) ->
                Answer.refused(new Refusal.CursorAhead(epoch, first, head));
            case LogPage.OtherEpoch(var epoch, var first, var head) ->
                Answer.refused(new Refusal.EpochChanged(epoch, first, head));
            case LogPage.Rows rows -> Answer.ok(Objects.requireNonNull(reader.gather(rows), "the log has all"));
        };
    }

    /// A page out of these events alone, which go up to the head; does not block. Null when it takes more of them.
    static @Nullable HistoryPage within(RoomId room, HistoryQuery query, LogPage.Rows rows) {
        return new HistoryReader(null, room, query).gather(rows);
    }

    /// The same of events that follow the query's cursor; the page ends where they do.
    static HistoryPage upTo(RoomId room, HistoryQuery query, LogPage.Rows rows) {
        var reader = new HistoryReader(null, room, query);
        long at = reader.take(rows, reader.begin(rows));
        return reader.page(rows, rows, at, at < rows.head());
    }

    private @Nullable HistoryPage gather(LogPage.Rows newest) {
        LogPage.Rows rows = newest;
        long at = begin(rows);
        while (true) {
            at = take(rows, at);
            boolean more = backward ? at > rows.first() : at < rows.head();
            if (full() || !more || rows.events().isEmpty() || lookedAt >= MAX_LOOKED_AT) {
                return page(newest, rows, at, more);
            }
            if (log == null) {
                return null;
            }
            // What is gone meanwhile ends this page; the next request is told why.
            if (!(log.page(room, onwards(rows, at), stretch()) instanceof LogPage.Rows following)) {
                return page(newest, rows, at, true);
            }
            rows = following;
        }
    }

    private long begin(LogPage.Rows rows) {
        return switch (query.from()) {
            case PageRequest.After(var position) -> position.seq();
            case PageRequest.Before(var position) -> position.seq();
            case PageRequest.Newest _ -> rows.head() + 1;
        };
    }

    private PageRequest onwards(LogPage.Rows rows, long at) {
        var position = new Position(rows.epoch(), at);
        return backward ? new PageRequest.Before(position) : new PageRequest.After(position);
    }

    /// Returns the last seq looked at.
    private long take(LogPage.Rows rows, long from) {
        long at = from;
        for (Event event : backward ? rows.events().reversed() : rows.events()) {
            if (full()) {
                break;
            }
            at = event.seq();
            lookedAt++;
            if (query.types().passes(event.type())) {
                sort(event, rows.storeNow());
            }
        }
        return at;
    }

    private void sort(Event event, long storeNow) {
        boolean expired = event.expired(storeNow);
        if (!expired) {
            items.add(event);
            bytes += event.data().length();
        } else if (lastWasSkipped) {
            skipped.add(widen(skipped.removeLast(), event.seq()));
        } else {
            skipped.add(new Skipped(event.seq(), event.seq(), 1, Reason.EXPIRED));
        }
        lastWasSkipped = expired;
    }

    private static Skipped widen(Skipped range, long seq) {
        return new Skipped(Math.min(range.from(), seq), Math.max(range.to(), seq), range.count() + 1, range.reason());
    }

    private boolean full() {
        return items.size() >= query.limit() || bytes >= MAX_BYTES;
    }

    /// What is wanted; more of it, the more had to be left out.
    private int stretch() {
        return query.types().equals(TypeFilter.ALL)
                ? Math.clamp(Math.max(query.limit() - items.size(), lookedAt), 1, STRETCH)
                : STRETCH;
    }

    /// The newest page goes on forward, so it ends at the head of its first snapshot.
    private HistoryPage page(LogPage.Rows newest, LogPage.Rows last, long at, boolean more) {
        if (backward) {
            Collections.reverse(items);
            Collections.reverse(skipped);
        }
        boolean forwardFromHead = query.from() instanceof PageRequest.Newest;
        var next = new Position(last.epoch(), forwardFromHead ? newest.head() : at);
        boolean beyond = forwardFromHead ? last.head() > newest.head() : more;
        return new HistoryPage(
                List.copyOf(items), last.epoch(), last.first(), last.head(), next, beyond, List.copyOf(skipped));
    }
}
