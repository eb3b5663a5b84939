package dev.parley.room.spi;

import dev.parley.kernel.RoomId;
import dev.parley.room.ChangedAttributes;
import dev.parley.room.HeldAttribute;
import dev.parley.room.RoomSnapshot;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads rooms' attributes from the store. Each call sees one snapshot that includes every commit acknowledged before
/// it began, on any node. May block, is called through `Offload` from many threads, has its own deadline and throws
/// [dev.parley.log.spi.StoreUnavailableException] when it cannot read.
public interface AttributeReader {

    /// The room with all it holds. Empty when there is no such room.
    Optional<RoomSnapshot> snapshot(RoomId room);

    /// What has changed after this seq of the room's life of now. Empty when there is no such room.
    Optional<ChangedAttributes> changes(RoomId room, long after);

    /// At most so many attributes whose time is over by the store's clock, the oldest first; of rooms that exist.
    List<HeldAttribute> expired(int limit);

    /// At most so many attributes that go when their owners leave, in the order of rooms and keys; of rooms that exist.
    ///
    /// @param after the one before the first that is told, which need not be held any more; null = none
    List<HeldAttribute> autoDeleted(@Nullable HeldAttribute after, int limit);
}
