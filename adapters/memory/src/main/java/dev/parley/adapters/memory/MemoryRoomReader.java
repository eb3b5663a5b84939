package dev.parley.adapters.memory;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.room.RoomState;
import dev.parley.room.RulesMark;
import dev.parley.room.spi.RoomReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Reads rooms from a [MemoryStore].
public final class MemoryRoomReader implements RoomReader {

    private final MemoryStore store;

    public MemoryRoomReader(MemoryStore store) {
        this.store = store;
    }

    @Override
    public Optional<RoomState> read(RoomId id, Set<UserId> asked) {
        synchronized (store) {
            return Optional.ofNullable(store.room(id)).map(room -> room.state(store.generation, asked));
        }
    }

    @Override
    public Map<RoomId, RulesMark> marks(Collection<RoomId> ids) {
        return ofEach(ids, room -> new RulesMark(room.epoch(store.generation), room.rules));
    }

    @Override
    public Map<RoomId, Position> heads(Collection<RoomId> ids) {
        return ofEach(ids, room -> new Position(room.epoch(store.generation), room.head));
    }

    private <T> Map<RoomId, T> ofEach(Collection<RoomId> ids, Function<MemoryRoom, T> value) {
        synchronized (store) {
            var values = new HashMap<RoomId, T>();
            for (var id : ids) {
                var room = store.room(id);
                if (room != null) {
                    values.put(id, value.apply(room));
                }
            }
            return values;
        }
    }

    @Override
    public List<RoomState> list(String prefix, String after, int limit) {
        synchronized (store) {
            return store.rooms.tailMap(prefix, true).values().stream()
                    .takeWhile(room -> room.id.value().startsWith(prefix))
                    .dropWhile(room -> room.id.value().compareTo(after) <= 0)
                    .limit(limit)
                    .map(room -> room.state(store.generation))
                    .toList();
        }
    }
}
