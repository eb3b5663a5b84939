package dev.parley.room;

import dev.parley.kernel.Position;
import dev.parley.log.Attribute;
import java.util.List;

/// A room and what it holds, from one snapshot of the store.
///
/// @param attributes those held, in the order of their keys
public record RoomSnapshot(RoomState room, List<Attribute> attributes) {

    /// Whoever goes on from here misses nothing.
    public Position position() {
        return new Position(room.epoch(), room.head());
    }
}
