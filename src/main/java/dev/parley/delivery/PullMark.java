package dev.parley.delivery;

import java.time.Duration;

/// What a reader who pulls was told of a room, and whether he is on his way to read it: until his pull has been
/// answered here, or [#PATIENCE] is over because it was answered elsewhere or never made, he is told nothing
/// more. Touched on the stream's lane only; times in nanoseconds of the node's clock.
final class PullMark {

    static final Duration PATIENCE = Duration.ofSeconds(2);

    private long told;
    private long toldAt;
    private boolean pulling;

    /// Whether he is to be told of this head.
    boolean wants(long head, long now) {
        return head > told && !pulling(now);
    }

    boolean pulling(long now) {
        return pulling && now - dueAt() < 0;
    }

    /// When he is told of what came meanwhile at the latest.
    long dueAt() {
        return toldAt + PATIENCE.toNanos();
    }

    void tell(long head, long now) {
        told = head;
        toldAt = now;
        pulling = true;
    }

    /// A pull was answered, or what he stands at was told otherwise.
    ///
    /// @param seq the last that he has now; what is above it is news, also where he was told of it
    void answered(long seq) {
        told = seq;
        pulling = false;
    }
}
