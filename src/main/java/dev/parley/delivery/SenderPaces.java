package dev.parley.delivery;

import dev.parley.kernel.UserId;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// How many signals each sender still has, on this node and in all rooms together. Holds those who have sent
/// within the last second, at most [#MOST_SENDERS]; beyond that nobody new is let in. Any thread.
final class SenderPaces {

    static final int A_SECOND = 5;
    static final int MOST_SENDERS = 100_000;

    private static final Pace PACE = Pace.of(A_SECOND, A_SECOND);

    /// When each has all of his allowance again.
    private final ConcurrentMap<UserId, Long> fullAt = new ConcurrentHashMap<>();

    /// How one more was taken.
    sealed interface Step {}

    record Goes() implements Step {}

    record Waits(Duration time) implements Step {}

    record NoPlace() implements Step {}

    Step step(UserId sender, long now) {
        Step[] step = {new NoPlace()};
        fullAt.compute(sender, (_, known) -> {
            if (known == null && fullAt.size() >= MOST_SENDERS) {
                return null;
            }
            long full = known == null ? now : known;
            long wait = PACE.left(full, now);
            step[0] = wait > 0 ? new Waits(Duration.ofNanos(wait)) : new Goes();
            return wait > 0 ? full : PACE.spent(full, now);
        });
        return step[0];
    }

    /// Forgets who has all of it again.
    void sweep(long now) {
        fullAt.values().removeIf(full -> now - full >= 0);
    }

    boolean none() {
        return fullAt.isEmpty();
    }
}
