package dev.parley.adapters.memory;

import dev.parley.kernel.RoomId;
import dev.parley.log.Attribute;
import dev.parley.room.ChangedAttributes;
import dev.parley.room.HeldAttribute;
import dev.parley.room.RoomSnapshot;
import dev.parley.room.spi.AttributeReader;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the attributes of rooms from a [MemoryStore].
public final class MemoryAttributeReader implements AttributeReader {

    private static final Comparator<HeldAttribute> ORDER =
            Comparator.comparing((HeldAttribute row) -> row.room().value()).thenComparing(HeldAttribute::key);

    private record Due(MemoryRoom room, Attribute row, long at) {}

    private final MemoryStore store;

    public MemoryAttributeReader(MemoryStore store) {
        this.store = store;
    }

    @Override
    public Optional<RoomSnapshot> snapshot(RoomId id) {
        synchronized (store) {
            return Optional.ofNullable(store.room(id))
                    .map(room -> new RoomSnapshot(room.state(store.generation), room.attributes.held()));
        }
    }

    @Override
    public Optional<ChangedAttributes> changes(RoomId id, long after) {
        synchronized (store) {
            return Optional.ofNullable(store.room(id))
                    .map(room -> new ChangedAttributes(
                            room.epoch(store.generation),
                            room.first,
                            room.head,
                            after >= Math.max(room.first - 1, room.attributes.forgotten()),
                            room.attributes.changedAfter(after)));
        }
    }

    @Override
    public List<HeldAttribute> expired(int limit) {
        synchronized (store) {
            long now = store.now().millis();
            return store.rooms.values().stream()
                    .flatMap(MemoryAttributeReader::due)
                    .filter(due -> due.at() <= now)
                    .sorted(Comparator.comparingLong(Due::at))
                    .limit(limit)
                    .map(due -> held(due.room(), due.row()))
                    .toList();
        }
    }

    @Override
    public List<HeldAttribute> autoDeleted(@Nullable HeldAttribute after, int limit) {
        synchronized (store) {
            return store.rooms.values().stream()
                    .flatMap(room -> room.attributes.held().stream()
                            .filter(Attribute::autoDelete)
                            .map(row -> held(room, row)))
                    .filter(row -> after == null || ORDER.compare(row, after) > 0)
                    .limit(limit)
                    .toList();
        }
    }

    private HeldAttribute held(MemoryRoom room, Attribute row) {
        return new HeldAttribute(room.id, room.epoch(store.generation), row.key(), row.seq(), row.owner());
    }

    private static Stream<Due> due(MemoryRoom room) {
        return room.attributes.held().stream()
                .filter(row -> row.expiresAt() != null)
                .map(row -> new Due(room, row, row.expiresAt() == null ? 0 : row.expiresAt()));
    }
}
