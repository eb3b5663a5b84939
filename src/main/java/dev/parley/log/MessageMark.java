package dev.parley.log;

import dev.parley.kernel.Event;
import dev.parley.kernel.Sender;
import org.jspecify.annotations.Nullable;

/// What amendments of a message are decided by.
///
/// @param system whether it is one of the server's own events
/// @param version the seq of its newest amendment, or its own
public record MessageMark(
        Sender sender, long ts, boolean system, @Nullable Long expiresAt, long version, boolean deleted) {

    public static MessageMark of(Event event) {
        return new MessageMark(
                event.author().sender(),
                event.ts(),
                event.type().system(),
                event.expiresAt(),
                event.version(),
                event.deleted());
    }

    /// With its newest amendment.
    public MessageMark amended(long seq, boolean nowDeleted) {
        return new MessageMark(sender, ts, system, expiresAt, seq, nowDeleted);
    }
}
