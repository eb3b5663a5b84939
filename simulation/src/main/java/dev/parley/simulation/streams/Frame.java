package dev.parley.simulation.streams;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a client reads on its stream, one block at a time.
sealed interface Frame {

    /// How a room of the stream begins.
    enum Resume {
        FRESH,
        RESUMED,
        GAP
    }

    record Room(Epoch epoch, long head, Resume resume) {}

    record Retry(long millis) implements Frame {}

    record Hello(@Nullable String id, String session, Map<RoomId, Room> rooms) implements Frame {}

    record Message(@Nullable String id, RoomId room, Epoch epoch, long seq, String type, String data)
            implements Frame {}

    record CaughtUp(RoomId room, Epoch epoch, long seq, long replayed) implements Frame {}

    record Gap(@Nullable String id, RoomId room, Epoch epoch, long from, long to, long first, long head, String reason)
            implements Frame {}

    record Dropped(
            @Nullable String id, RoomId room, Epoch epoch, Tier tier, long from, long to, long count, String reason)
            implements Frame {}

    record Closed(RoomId room, String reason, boolean retryable) implements Frame {}

    /// @param room whose cursor, on a connection that has one for each room
    record Cursor(@Nullable String id, @Nullable RoomId room) implements Frame {

        Cursor(@Nullable String id) {
            this(id, null);
        }
    }

    record Reconnect(long afterMillis, String reason) implements Frame {}

    record Problem(String code) implements Frame {}

    record Heartbeat() implements Frame {}

    /// A newer connection of the session has taken this one's place.
    record Replaced() implements Frame {}

    default boolean lastWords() {
        return this instanceof Reconnect || this instanceof Problem || this instanceof Replaced;
    }

    /// Nobody can read this.
    record Unreadable(String text) implements Frame {}
}
