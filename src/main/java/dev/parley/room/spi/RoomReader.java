package dev.parley.room.spi;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.room.RoomState;
import dev.parley.room.RulesMark;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads rooms from the store. Each call sees one snapshot that includes every commit acknowledged before it began, on
/// any node. May block, is called through `Offload` from many threads, has its own deadline and throws
/// [dev.parley.log.spi.StoreUnavailableException] when it cannot read.
public interface RoomReader {

    /// The room with its staff.
    default Optional<RoomState> read(RoomId room) {
        return read(room, Set.of());
    }

    /// The room with its staff and those of these users who are members. The people are as of the snapshot that
    /// shows the room, or as of a later one, never of an earlier.
    Optional<RoomState> read(RoomId room, Set<UserId> asked);

    /// The marks of these rooms (at most 2,000); rooms that do not exist are left out.
    Map<RoomId, RulesMark> marks(Collection<RoomId> rooms);

    /// The heads of these rooms' logs (at most 2,000); rooms that do not exist are left out.
    Map<RoomId, Position> heads(Collection<RoomId> rooms);

    /// Rooms in the order of their ids (as ASCII) whose ids begin with the prefix and follow `after`.
    ///
    /// @param prefix may be empty
    /// @param after the empty string begins
    List<RoomState> list(String prefix, String after, int limit);
}
