package dev.parley.delivery;

import dev.parley.kernel.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// What the store's clock shows by now, as far as this node can tell. Whatever the store dates (a page, an
/// event) was dated before it was heard of, so each is a lower bound that ages with this node's clock, and
/// the best of the last one to two minutes is taken: a message is judged expired only when it is, and the
/// last one may be delivered by the store's fastest answer late. Older bounds are forgotten, because the
/// store's clock may be set back. Any thread.
final class StoreTime {

    private static final long WINDOW = Duration.ofMinutes(1).toNanos();
    private static final long NOTHING = Long.MIN_VALUE;

    /// @param ahead by how many ms the store's clock is at least ahead of this node's
    private record Bounds(long since, long ahead, long earlier) {

        long best() {
            return Math.max(ahead, earlier);
        }
    }

    private final Clock clock;
    private final AtomicReference<@Nullable Bounds> bounds = new AtomicReference<>();

    StoreTime(Clock clock) {
        this.clock = clock;
    }

    /// @param storeMs a moment the store's clock has shown already
    void heard(long storeMs) {
        long now = clock.nanos();
        long ahead = storeMs - millis(now);
        Bounds known = bounds.get();
        while (news(known, now, ahead) && !bounds.compareAndSet(known, next(known, now, ahead))) {
            known = bounds.get();
        }
    }

    private static boolean news(@Nullable Bounds known, long now, long ahead) {
        return known == null || ahead > known.ahead() || now - known.since() > WINDOW;
    }

    private static Bounds next(@Nullable Bounds known, long now, long ahead) {
        if (known == null) {
            return new Bounds(now, ahead, NOTHING);
        }
        long age = now - known.since();
        if (age <= WINDOW) {
            return new Bounds(known.since(), Math.max(ahead, known.ahead()), known.earlier());
        }
        return new Bounds(now, ahead, age <= 2 * WINDOW ? known.ahead() : NOTHING);
    }

    /// In ms since 1970; the beginning of time while nothing was heard.
    long now() {
        Bounds known = bounds.get();
        return known == null ? NOTHING : known.best() + millis(clock.nanos());
    }

    private static long millis(long nanos) {
        return Math.floorDiv(nanos, 1_000_000L);
    }
}
