package dev.parley.adapters.web.wire;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How long a client may take.
///
/// @param idle without a request
/// @param head for a request's head, from its first byte
/// @param body for the rest of a request, from its head
/// @param overdue until a connection whose body was too slow is closed whatever becomes of the answer
/// @param stalled without taking anything of an answer
record GuardLimits(Duration idle, Duration head, Duration body, Duration overdue, Duration stalled) {

    static final GuardLimits DEFAULT = new GuardLimits(
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30));

    /// 0 for no limit.
    long nanos(@Nullable Duration limit) {
        return limit == null ? 0 : limit.toNanos();
    }
}
