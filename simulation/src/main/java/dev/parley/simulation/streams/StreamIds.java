package dev.parley.simulation.streams;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The ids of a stream as a client sends them back: one position, or several by room.
final class StreamIds {

    private StreamIds() {}

    /// Null for what is none.
    @Nullable
    static Map<RoomId, Position> read(Ask ask, String id) {
        if (!ask.multi()) {
            return Position.parse(id)
                    .map(position -> Map.of(ask.rooms().getFirst(), position))
                    .orElse(null);
        }
        var positions = new LinkedHashMap<RoomId, Position>();
        for (String part : id.split(",")) {
            int equals = part.indexOf('=');
            var position = equals < 1
                    ? null
                    : Position.parse(part.substring(equals + 1)).orElse(null);
            if (position == null || positions.put(new RoomId(part.substring(0, equals)), position) != null) {
                return null;
            }
        }
        return positions;
    }
}
