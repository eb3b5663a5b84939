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

/// Reads one page in one statement, which is one snapshot: the head row, the clock, and the rows of the
/// life the head names. The head is not locked: a page waits for no writer.
public final class PageReader {

    private static final int MAX_EVENTS = 500;

    /// Data of one page in bytes; a single larger event still goes alone.
    private static final int MAX_BYTES = 1 << 20;

    /// Columns before those of the event.
    private static final int SNAPSHOT_COLUMNS = 5;

    private static final String SQL =
            """
            select h.life, h.first_seq, h.last_seq, s.generation, #now, m.*
            from room_head h
            cross join store s
            left join (
                select #columns
                from (
                    select r.*, octet_length(data) as bytes, sum(octet_length(data)) over (order by seq #order) as total
                    from (
                        select * from message
                        where room = ? and life = (select life from room_head where room = ?) and seq #bound ?
                        order by seq #order limit ?) r) t
                where total <= #bytes or total = bytes) m on true
            where h.room = ?
            order by m.seq
            """.replace("#columns", Rows.EVENT_COLUMNS).replace("#bytes", Integer.toString(MAX_BYTES));

    private static final String FORWARD = SQL.replace("#order", "asc").replace("#bound", ">");
    private static final String BACKWARD = SQL.replace("#order", "desc").replace("#bound", "<");

    private record Snapshot(Epoch epoch, long first, long head, long storeNow) {}

    private final Dialect dialect;

    public PageReader(Dialect dialect) {
        this.dialect = dialect;
    }

    public LogPage page(Connection connection, RoomId room, PageRequest from, int limit) throws SQLException {
        if (limit < 1 || limit > MAX_EVENTS) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_EVENTS + " events");
        }
        String sql = (from instanceof After ? FORWARD : BACKWARD).replace("#now", dialect.nowMicros());
        try (var query = connection.prepareStatement(sql)) {
            bind(query, room, from, limit);
            try (var rows = query.executeQuery()) {
                return rows.next() ? page(room, from, rows) : new LogPage.NoSuchRoom();
            }
        }
    }

    private static void bind(PreparedStatement query, RoomId room, PageRequest from, int limit) throws SQLException {
        query.setString(1, room.value());
        query.setString(2, room.value());
        query.setLong(
                3,
                switch (from) {
                    case After(var position) -> position.seq();
                    case Before(var position) -> position.seq();
                    case Newest() -> Long.MAX_VALUE;
                });
        query.setInt(4, limit);
        query.setString(5, room.value());
    }

    private static LogPage page(RoomId room, PageRequest from, ResultSet rows) throws SQLException {
        var snapshot = new Snapshot(
                new Epoch(rows.getLong(4), new Life(rows.getString(1))),
                rows.getLong(2),
                rows.getLong(3),
                Math.floorDiv(rows.getLong(5), 1_000L));
        return switch (from) {
            case After(var position) -> after(position, snapshot, room, rows);
            case Before(var position) -> before(position, snapshot, room, rows);
            case Newest() -> events(snapshot, room, rows);
        };
    }

    private static LogPage after(Position position, Snapshot snapshot, RoomId room, ResultSet rows)
            throws SQLException {
        if (position.epoch().equals(snapshot.epoch()) && position.seq() < snapshot.first() - 1) {
            return new LogPage.Trimmed(snapshot.epoch(), snapshot.first(), snapshot.head());
        }
        return inLog(position, snapshot.head(), snapshot, room, rows);
    }

    private static LogPage before(Position position, Snapshot snapshot, RoomId room, ResultSet rows)
            throws SQLException {
        return inLog(position, snapshot.head() + 1, snapshot, room, rows);
    }

    private static LogPage inLog(Position position, long last, Snapshot snapshot, RoomId room, ResultSet rows)
            throws SQLException {
        if (!position.epoch().equals(snapshot.epoch())) {
            return new LogPage.OtherEpoch(snapshot.epoch(), snapshot.first(), snapshot.head());
        }
        if (position.seq() > last) {
            return new LogPage.Ahead(snapshot.epoch(), snapshot.first(), snapshot.head());
        }
        return events(snapshot, room, rows);
    }

    private static LogPage events(Snapshot snapshot, RoomId room, ResultSet rows) throws SQLException {
        List<Event> events = new ArrayList<>();
        do {
            if (rows.getLong(SNAPSHOT_COLUMNS + 1) > 0) {
                events.add(Rows.event(room, snapshot.epoch(), rows, SNAPSHOT_COLUMNS + 1));
            }
        } while (rows.next());
        return new LogPage.Rows(
                snapshot.epoch(), snapshot.first(), snapshot.head(), snapshot.storeNow(), List.copyOf(events));
    }
}
