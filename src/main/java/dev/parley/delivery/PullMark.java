package dev.parley.delivery;

import java.time.Duration;

/// What a reader who pulls was told of a room, and whether he is on his way to read it: until his pull has been
/// answered here, or [#PATIENCE] is over because it was answered elsewhere or never made, he is told nothing
/// more. An answer may be lost like any other, so what he has is only what he shows with a later pull, and of
/// what he has not shown he is told again, ever more rarely. Touched on the stream's lane only; times in
/// nanoseconds of the node's clock.
final class PullMark {

    static final Duration PATIENCE = Duration.ofSeconds(2);
    /// The pauses between two notices of the same head double up to 64 s.
    private static final int MOST_DOUBLINGS = 5;

    private long told;
    private long toldAt;
    private boolean pulling;
    private int repeats;

    /// Whether he is to be told of this head.
    ///
    /// @param proven the last that he is known to have
    boolean wants(long head, long proven, long now) {
        return head > proven && !pulling(now) && (head > told || now - repeatAt() >= 0);
    }

    /// The newest that he was told of, or that an answer went to.
    long told() {
        return told;
    }

    private boolean pulling(long now) {
        return pulling && now - patientUntil() < 0;
    }

    private long patientUntil() {
        return toldAt + PATIENCE.toNanos();
    }

    private long repeatAt() {
        return toldAt + (PATIENCE.toNanos() << Math.min(repeats, MOST_DOUBLINGS));
    }

    /// When he is to be looked at again though nothing happens.
    long dueAt(long now) {
        return pulling(now) ? patientUntil() : repeatAt();
    }

    void tell(long head, long now) {
        repeats = head > told ? 0 : repeats + 1;
        told = head;
        toldAt = now;
        pulling = true;
    }

    /// A pull was answered, or what he stands at was told otherwise.
    ///
    /// @param seq up to where; what is above it is news, also where he was told of it
    void answered(long seq, long now) {
        told = seq;
        toldAt = now;
        pulling = false;
        repeats = 0;
    }
}
