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

    /// With how many requests of his wait for a read: an answer from before he joined does not take him from those
    /// that ask behind it.
    private final Map<RoomId, Map<UserId, Integer>> byRoom = new ConcurrentHashMap<>();

    private final AtomicInteger size = new AtomicInteger();

    /// One more request waits for a read that tells whether he is a member.
    void ask(RoomId room, UserId user) {
        byRoom.compute(room, (_, users) -> {
            Map<UserId, Integer> some = users == null ? new ConcurrentHashMap<>() : users;
            if (some.put(user, some.getOrDefault(user, 0) + 1) == null) {
                size.incrementAndGet();
            }
            return some;
        });
        if (size.get() > MAX) {
            makePlace(room, user);
        }
    }

    private void makePlace(RoomId room, UserId user) {
        for (Map.Entry<RoomId, Map<UserId, Integer>> entry : byRoom.entrySet()) {
            for (UserId other : entry.getValue().keySet()) {
                if (!other.equals(user) || !entry.getKey().equals(room)) {
                    remove(entry.getKey(), other);
                    return;
                }
            }
        }
    }

    private void remove(RoomId room, UserId user) {
        byRoom.computeIfPresent(room, (_, users) -> {
            if (users.remove(user) != null) {
                size.decrementAndGet();
            }
            return users.isEmpty() ? null : users;
        });
    }

    /// One of his requests has its answer.
    ///
    /// @param keep whether his membership decides something from now on
    void answered(RoomId room, UserId user, boolean keep) {
        byRoom.computeIfPresent(room, (_, users) -> {
            Integer waiting = users.get(user);
            if (waiting == null) {
                return users;
            }
            if (waiting > 1 || keep) {
                users.put(user, Math.max(0, waiting - 1));
            } else {
                users.remove(user);
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
        return Set.copyOf(byRoom.getOrDefault(room, Map.of()).keySet());
    }

    int size() {
        return size.get();
    }
}
