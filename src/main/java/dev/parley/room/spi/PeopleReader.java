package dev.parley.room.spi;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Member;
import dev.parley.log.Role;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the people of rooms from the store. Each call sees one snapshot that includes every commit acknowledged before
/// it began, on any node. May block, is called through `Offload` from many threads, has its own deadline and throws
/// [dev.parley.log.spi.StoreUnavailableException] when it cannot read. A room that does not exist has none.
public interface PeopleReader {

    Optional<Member> member(RoomId room, UserId user);

    /// Members in the order of their ids (as ASCII).
    ///
    /// @param after they follow him, who need not be a member; null = from the first
    /// @param role null = of every role
    List<Member> members(RoomId room, @Nullable UserId after, int limit, @Nullable Role role);
}
