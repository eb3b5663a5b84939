package dev.parley.delivery;

import java.time.Duration;

/// Keeps a quiet connection alive, and on a socket tells whether anybody is there. Touched on the stream's lane only;
/// times in nanoseconds of the node's clock.
final class Pulse {

    /// What a client gets while nothing happens.
    enum Kind {
        /// Server-sent comments.
        COMMENTS,
        /// Server-sent events, for clients whose library hides comments.
        EVENTS,
        /// Pings, whether something happens or not: each is answered by a client that is there.
        PINGS
    }

    private final Kind kind;
    private final long every;
    private final long patience;
    private long beatAt;
    private long heardAt;
    private boolean listening = true;

    Pulse(Kind kind, StreamSettings settings, long now) {
        this.kind = kind;
        this.every = interval(kind, settings).toNanos();
        this.patience = settings.pongDeadline().toNanos();
        this.beatAt = now;
        this.heardAt = now;
    }

    private static Duration interval(Kind kind, StreamSettings settings) {
        return kind == Kind.PINGS ? settings.pings() : settings.heartbeat();
    }

    long everyMillis() {
        return Duration.ofNanos(every).toMillis();
    }

    /// The client said something.
    void heard(long now) {
        heardAt = now;
    }

    /// @param reads whether what the client says is read
    void listening(boolean reads, long now) {
        listening = reads;
        heardAt = now;
    }

    long dueAt(long lastWriteAt) {
        if (kind != Kind.PINGS) {
            return lastWriteAt + every;
        }
        return unanswered() ? Math.min(beatAt + patience, beatAt + every) : beatAt + every;
    }

    boolean due(long now, long lastWriteAt) {
        return now >= (kind == Kind.PINGS ? beatAt : lastWriteAt) + every;
    }

    Notice beat(long now) {
        beatAt = now;
        return new Notice.Heartbeat(kind == Kind.EVENTS);
    }

    private boolean unanswered() {
        return kind == Kind.PINGS && beatAt > heardAt;
    }

    /// Whether nobody is there any more.
    boolean stopped(long now) {
        return listening && unanswered() && now - beatAt >= patience;
    }
}
