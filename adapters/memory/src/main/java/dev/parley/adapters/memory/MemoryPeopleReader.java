package dev.parley.adapters.memory;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Member;
import dev.parley.log.Role;
import dev.parley.room.spi.PeopleReader;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the people of rooms from a [MemoryStore].
public final class MemoryPeopleReader implements PeopleReader {

    private final MemoryStore store;

    public MemoryPeopleReader(MemoryStore store) {
        this.store = store;
    }

    @Override
    public Optional<Member> member(RoomId id, UserId user) {
        synchronized (store) {
            return Optional.ofNullable(store.room(id)).map(room -> room.people.member(user));
        }
    }

    @Override
    public List<Member> members(RoomId id, @Nullable UserId after, int limit, @Nullable Role role) {
        synchronized (store) {
            var room = store.room(id);
            return room == null ? List.of() : room.people.after(after, limit, role);
        }
    }
}
