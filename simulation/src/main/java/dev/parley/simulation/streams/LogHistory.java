package dev.parley.simulation.streams;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.log.Overflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything the log ever held, with the moments at which it came and went. Written at the store, at the moment of
/// the commit; nothing is forgotten when it is trimmed, destroyed or undone by a restore.
final class LogHistory {

    private final Map<RoomId, List<RoomLife>> lives = new HashMap<>();
    private final Map<Try, String> sessions = new HashMap<>();
    private final Map<RoomId, Overflow> overflows = new HashMap<>();
    private final long storeMillisAtZero;

    private record Try(Sender sender, ClientMessageId id) {}

    /// @param storeMillisAtZero what the store's clock shows at the virtual moment 0
    LogHistory(long storeMillisAtZero) {
        this.storeMillisAtZero = storeMillisAtZero;
    }

    long storeMillis(long at) {
        return storeMillisAtZero + at / 1_000_000;
    }

    /// What becomes of who falls behind in this room; the same all the time.
    void overflow(RoomId room, Overflow overflow) {
        overflows.put(room, overflow);
    }

    Overflow overflow(RoomId room) {
        return overflows.getOrDefault(room, Overflow.CATCH_UP);
    }

    /// This message is published with the session of a stream.
    void publishedBy(Sender sender, ClientMessageId id, String session) {
        sessions.put(new Try(sender, id), session);
    }

    /// Null for what was published without one.
    @Nullable
    String session(Event event) {
        return sessions.get(new Try(event.author().sender(), event.clientMsgId()));
    }

    Set<RoomId> rooms() {
        return lives.keySet();
    }

    RoomLife begin(RoomId room, Epoch epoch, long at) {
        var life = new RoomLife(room, epoch, at);
        lives.computeIfAbsent(room, _ -> new ArrayList<>()).add(life);
        return life;
    }

    void commit(Event event, long at) {
        RoomLife life = life(event.room(), event.position().epoch());
        (life == null ? begin(event.room(), event.position().epoch(), at) : life).commit(event, at);
    }

    /// Null for an epoch the room never had.
    @Nullable
    RoomLife life(RoomId room, Epoch epoch) {
        return lives(room).stream()
                .filter(life -> life.epoch.equals(epoch))
                .findFirst()
                .orElse(null);
    }

    /// The log the room has now; null when there is no such room.
    @Nullable
    RoomLife current(RoomId room) {
        List<RoomLife> all = lives(room);
        return all.isEmpty() || all.getLast().over() ? null : all.getLast();
    }

    /// Whether there was a moment between these two at which the room did not exist.
    boolean absent(RoomId room, long since, long until) {
        long covered = since;
        for (RoomLife life : lives(room)) {
            if (life.beganAt() <= until && life.endedAt() >= covered) {
                if (life.beganAt() > covered || life.beganAt() == since) {
                    return true;
                }
                covered = life.endedAt();
            }
        }
        return covered <= until;
    }

    List<RoomLife> lives(RoomId room) {
        return lives.getOrDefault(room, List.of());
    }
}
