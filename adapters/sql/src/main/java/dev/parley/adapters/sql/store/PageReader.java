package dev.parley.adapters.sql.store;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.PageRequest.After;
import dev.parley.log.PageRequest.Before;
import dev.parley.log.PageRequest.Newest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads one page in one statement, which is one snapshot: the head row, the clock, and the rows of the
/// life the head names. The head is not locked: a page waits for no writer.
public final class PageReader {

    private static final int MAX_EVENTS = 500;

    /// Data of one page in bytes; a single larger event still goes alone.
    public static final int MAX_BYTES = 1 << 20;

    /// Columns before those of the event.
    private static final int SNAPSHOT_COLUMNS = 5;

    private static final String ANSWERS = """
            select h.life, h.first_seq, h.last_seq, s.generation, #now, #columns
            from room_head h
            cross join store s
            left join message m on m.room = h.room and m.life = h.life and m.ref = ? and m.seq > ?
                and m.type not like 'room.%'
            where h.room = ?
            order by m.seq
            limit ?
            """.replace("#columns", Rows.CURRENT_COLUMNS_OF_M);

    private record Snapshot(Epoch epoch, long first, long head, long storeNow) {}

    private final Dialect dialect;

    public PageReader(Dialect dialect) {
        this.dialect = dialect;
    }

    public LogPage page(Connection connection, RoomId room, PageRequest from, int limit) throws SQLException {
        if (limit < 1 || limit > MAX_EVENTS) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_EVENTS + " events");
        }
        boolean forward = from instanceof After;
        String sql = dialect.page(forward).replace("#now", dialect.nowMicros());
        try (var query = connection.prepareStatement(sql)) {
            bind(query, room, from, limit);
            try (var rows = query.executeQuery()) {
                return rows.next() ? page(room, from, rows) : new LogPage.NoSuchRoom();
            }
        }
    }

    /// Messages that refer to an event, after this position or all.
    LogPage answers(Connection connection, RoomId room, long ref, @Nullable Position after, int limit)
            throws SQLException {
        try (var query = connection.prepareStatement(ANSWERS.replace("#now", dialect.nowMicros()))) {
            query.setLong(1, ref);
            query.setLong(2, after == null ? 0 : after.seq());
            query.setString(3, room.value());
            query.setInt(4, limit);
            try (var rows = query.executeQuery()) {
                return rows.next() ? answers(room, after, rows) : new LogPage.NoSuchRoom();
            }
        }
    }

    private static LogPage answers(RoomId room, @Nullable Position after, ResultSet rows) throws SQLException {
        var snapshot = snapshot(rows);
        var refusal = after == null ? null : refusal(after, 0, snapshot.head(), snapshot);
        return refusal != null
                ? refusal
                : new LogPage.Rows(
                        snapshot.epoch(),
                        snapshot.first(),
                        snapshot.head(),
                        snapshot.storeNow(),
                        List.copyOf(events(room, snapshot.epoch(), rows)));
    }

    private static Snapshot snapshot(ResultSet rows) throws SQLException {
        return new Snapshot(
                new Epoch(rows.getLong(4), new Life(rows.getString(1))),
                rows.getLong(2),
                rows.getLong(3),
                Math.floorDiv(rows.getLong(5), 1_000L));
    }

    private static void bind(PreparedStatement query, RoomId room, PageRequest from, int limit) throws SQLException {
        query.setLong(
                1,
                switch (from) {
                    case After(var position) -> position.seq();
                    case Before(var position) -> position.seq();
                    case Newest() -> Long.MAX_VALUE;
                });
        query.setInt(2, limit);
        query.setString(3, room.value());
    }

    private static LogPage page(RoomId room, PageRequest from, ResultSet rows) throws SQLException {
        var snapshot = snapshot(rows);
        var refusal = refusal(from, snapshot);
        if (refusal != null) {
            return refusal;
        }
        var events = events(room, snapshot.epoch(), rows);
        return new LogPage.Rows(
                snapshot.epoch(),
                snapshot.first(),
                snapshot.head(),
                snapshot.storeNow(),
                List.copyOf(from instanceof After ? events : events.reversed()));
    }

    private static @Nullable LogPage refusal(PageRequest from, Snapshot snapshot) {
        return switch (from) {
            case After(var position) -> refusal(position, snapshot.first() - 1, snapshot.head(), snapshot);
            case Before(var position) -> refusal(position, 0, snapshot.head() + 1, snapshot);
            case Newest() -> null;
        };
    }

    private static @Nullable LogPage refusal(Position position, long lowest, long highest, Snapshot snapshot) {
        if (!position.epoch().equals(snapshot.epoch())) {
            return new LogPage.OtherEpoch(snapshot.epoch(), snapshot.first(), snapshot.head());
        }
        if (position.seq() > highest) {
            return new LogPage.Ahead(snapshot.epoch(), snapshot.first(), snapshot.head());
        }
        return position.seq() < lowest
                ? new LogPage.Trimmed(snapshot.epoch(), snapshot.first(), snapshot.head())
                : null;
    }

    /// In the order of the rows, until the page is full.
    private static List<Event> events(RoomId room, Epoch epoch, ResultSet rows) throws SQLException {
        List<Event> events = new ArrayList<>();
        long bytes = 0;
        do {
            if (rows.getLong(SNAPSHOT_COLUMNS + 1) == 0) {
                break;
            }
            var event = Rows.currentEvent(room, epoch, rows, SNAPSHOT_COLUMNS + 1);
            bytes += event.data().length();
            if (bytes > MAX_BYTES && !events.isEmpty()) {
                break;
            }
            events.add(event);
        } while (rows.next());
        return events;
    }
}
