package dev.parley.room;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Those users whose plain membership this node has to know, by room. At most [#MAX]; beyond that any other one makes
/// place: should he read by his membership alone, his stream ends when the rules move next, and he opens it anew.
/// Any thread.
final class AskedMembers {

    /// About 10 MiB of ids.
    static final int MAX = 100_000;

    private final Map<RoomId, Set<UserId>> byRoom = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();

    void add(RoomId room, UserId user) {
        // Under the room's lock in the map, so that a room that is dropped meanwhile is counted right.
        byRoom.compute(room, (_, users) -> {
            Set<UserId> some = users == null ? ConcurrentHashMap.newKeySet() : users;
            if (some.add(user)) {
                size.incrementAndGet();
            }
            return some;
        });
        if (size.get() > MAX) {
            makePlace(room, user);
        }
    }

    private void makePlace(RoomId room, UserId user) {
        for (Map.Entry<RoomId, Set<UserId>> entry : byRoom.entrySet()) {
            for (UserId other : entry.getValue()) {
                if (!other.equals(user) || !entry.getKey().equals(room)) {
                    remove(entry.getKey(), other);
                    return;
                }
            }
        }
    }

    void remove(RoomId room, UserId user) {
        byRoom.computeIfPresent(room, (_, users) -> {
            if (users.remove(user)) {
                size.decrementAndGet();
            }
            return users.isEmpty() ? null : users;
        });
    }

    void drop(RoomId room) {
        byRoom.computeIfPresent(room, (_, users) -> {
            size.addAndGet(-users.size());
            return null;
        });
    }

    Set<UserId> of(RoomId room) {
        return Set.copyOf(byRoom.getOrDefault(room, Set.of()));
    }

    int size() {
        return size.get();
    }
}
