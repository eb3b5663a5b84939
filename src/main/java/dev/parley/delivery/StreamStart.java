package dev.parley.delivery;

import dev.parley.kernel.InvalidIdException;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a stream is to begin.
public sealed interface StreamStart {

    int MAX_REWIND = 500;

    /// No server writes a longer cursor; longer texts are not looked at.
    int MAX_CURSOR_TEXT = 8_192;

    /// Streams whose cursor might become longer are refused: clients send it in a header.
    int MAX_CURSOR = 4_096;

    /// Without a cursor.
    ///
    /// @param rewind how many of the newest messages come first, 0–500; null = as the room's kind has it
    record Fresh(@Nullable Integer rewind) implements StreamStart {

        public Fresh {
            if (rewind != null && (rewind < 0 || rewind > MAX_REWIND)) {
                throw new IllegalArgumentException("rewind is 0 to " + MAX_REWIND);
            }
        }
    }

    /// After these positions. Rooms without one begin at their heads.
    record After(Map<RoomId, Position> positions) implements StreamStart {

        public After {
            positions = Map.copyOf(positions);
        }
    }

    /// There was a cursor that no server can have written.
    record Malformed() implements StreamStart {}

    /// The cursor of a stream of one room, as a client sent it.
    ///
    /// @param cursor not blank
    static StreamStart parse(RoomId room, String cursor) {
        return Position.parse(cursor)
                .<StreamStart>map(position -> new After(Map.of(room, position)))
                .orElseGet(Malformed::new);
    }

    /// The cursor of a stream of several rooms: `room=epoch:seq,room=epoch:seq`.
    ///
    /// @param cursor not blank
    static StreamStart parse(String cursor) {
        if (cursor.length() > MAX_CURSOR_TEXT) {
            return new Malformed();
        }
        Map<RoomId, Position> positions = new LinkedHashMap<>();
        for (String part : cursor.split(",", -1)) {
            int equals = part.indexOf('=');
            Optional<RoomId> room = equals < 0 ? Optional.empty() : room(part.substring(0, equals));
            Optional<Position> position = Position.parse(part.substring(equals + 1));
            if (room.isEmpty() || position.isEmpty() || positions.put(room.get(), position.get()) != null) {
                return new Malformed();
            }
        }
        return new After(positions);
    }

    private static Optional<RoomId> room(String text) {
        try {
            return Optional.of(new RoomId(text));
        } catch (InvalidIdException _) {
            return Optional.empty();
        }
    }

    /// Whether the cursor of a stream of these rooms does not exceed [#MAX_CURSOR] however long they are used. A
    /// hundred rooms fit when their ids have 8 characters on average.
    static boolean cursorFits(Collection<RoomId> rooms) {
        int ids = rooms.stream().mapToInt(room -> room.value().length()).sum();
        int separators = 2 * rooms.size() - 1;
        return ids + separators + rooms.size() * LONGEST_POSITION <= MAX_CURSOR;
    }

    /// A generation of 8 digits (a clock in ms until 2059, in base36; stores that count have fewer), a life of 8, a
    /// colon, and a seq of 13 digits: eight years at 40,000 events a second in one room.
    int LONGEST_POSITION = 8 + 8 + 1 + 13;
}
