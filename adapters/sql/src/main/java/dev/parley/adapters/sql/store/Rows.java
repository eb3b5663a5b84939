package dev.parley.adapters.sql.store;

import dev.parley.adapters.sql.batch.Head;
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
import dev.parley.log.RoomBuckets;
import dev.parley.log.RoomKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns rows into the core's values, by the names of the columns.
public final class Rows {

    private static final List<Tier> TIERS = List.of(Tier.values());
    private static final List<RoomKind> KINDS = List.of(RoomKind.values());

    private Rows() {}

    public static RoomKind kind(long stored) {
        return KINDS.get(Math.toIntExact(stored));
    }

    /// The columns of `room_head` in the order in which [#head] reads them.
    public static final String HEAD_COLUMNS =
            "room, life, kind, version, rules, first_seq, last_seq, last_ts, messages, bucket, bucket_low,"
                    + " bucket_allowlist, bucket_critical";

    public static Head head(ResultSet row) throws SQLException {
        return new Head(
                new RoomId(row.getString(1)),
                new Life(row.getString(2)),
                kind(row.getLong(3)),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getLong(7),
                row.getLong(8),
                row.getLong(9),
                new RoomBuckets(row.getLong(10), row.getLong(11), row.getLong(12), row.getLong(13)));
    }

    /// The columns of `message` in the order in which [#event] reads them.
    public static final String EVENT_COLUMNS =
            "seq, sender, sender_name, client_msg_id, type, tier, data, ref, ts, expires_at, message_key";

    /// The same of the table `m`, with those that [#currentEvent] reads behind them.
    public static final String CURRENT_COLUMNS_OF_M =
            "m." + (EVENT_COLUMNS + ", edited_seq, edited_at, edited_by, deleted").replace(", ", ", m.");

    /// An event as it stands, whatever became of it since it was committed.
    ///
    /// @param from the index of the first of [#CURRENT_COLUMNS_OF_M]
    static Event currentEvent(RoomId room, Epoch epoch, ResultSet row, int from) throws SQLException {
        var event = event(room, epoch, row, from);
        Long edited = nullableLong(row, from + 11);
        return edited == null
                ? event
                : event.amended(
                        event.data(),
                        new Amendment(
                                edited,
                                row.getLong(from + 12),
                                new Sender(row.getString(from + 13)),
                                row.getBoolean(from + 14)));
    }

    /// @param from the index of the first of [#EVENT_COLUMNS]
    public static Event event(RoomId room, Epoch epoch, ResultSet row, int from) throws SQLException {
        return new Event(
                room,
                new Position(epoch, row.getLong(from)),
                new EventType(row.getString(from + 4)),
                TIERS.get(row.getInt(from + 5)),
                new Author(new Sender(row.getString(from + 1)), row.getString(from + 2)),
                new ClientMessageId(row.getString(from + 3)),
                row.getLong(from + 8),
                JsonText.of(row.getString(from + 6)),
                nullableLong(row, from + 7),
                nullableLong(row, from + 9),
                key(row.getString(from + 10)));
    }

    private static @Nullable MessageKey key(@Nullable String stored) {
        return stored == null ? null : new MessageKey(stored);
    }

    static @Nullable Long nullableLong(ResultSet row, int index) throws SQLException {
        long value = row.getLong(index);
        return row.wasNull() ? null : value;
    }
}
