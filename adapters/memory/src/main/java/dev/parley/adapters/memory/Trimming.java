package dev.parley.adapters.memory;

import dev.parley.log.Retention;
import java.util.Map;

/// Where a room's log has to begin by its retention.
final class Trimming {

    private final MemoryRoom room;
    private final Retention retention;
    private final long now;

    Trimming(MemoryRoom room, long now) {
        this.room = room;
        this.retention = room.settings.retention();
        this.now = now;
    }

    /// The oldest seq that stays; head + 1 when nothing does.
    long newFirst() {
        return Math.max(room.first, Math.max(byMessages(), Math.max(byEvents(), byAge())));
    }

    /// The oldest of the newest `messages` application messages; what is older goes, system events too.
    private long byMessages() {
        if (retention.messages() == 0) {
            return room.first;
        }
        return room.log.descendingMap().entrySet().stream()
                .filter(entry -> entry.getValue().application())
                .skip(retention.messages() - 1)
                .findFirst()
                .map(Map.Entry::getKey)
                .orElse(room.first);
    }

    private long byEvents() {
        return room.head - Math.min(room.head, retention.maxEvents()) + 1;
    }

    private long byAge() {
        if (retention.maxAgeSeconds() == 0) {
            return room.first;
        }
        long expired = now - Math.min(retention.maxAgeSeconds(), now / 1_000) * 1_000;
        return room.log.values().stream()
                .filter(entry -> entry.ts() > expired)
                .findFirst()
                .map(LogEntry::seq)
                .orElse(room.head + 1);
    }
}
