package dev.parley.adapters.web.http;

import dev.parley.access.Principal;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a request was let in by.
///
/// @param expiresAt from when on it is nobody's any more, what clocks may differ by included; null = never
/// @param session that a ticket is for; null = it was no ticket
/// @param rooms what a ticket is confined to, whatever its user may do elsewhere; null = it was no ticket
public record Credentials(
        Principal principal,
        @Nullable Instant expiresAt,
        @Nullable SessionId session,
        @Nullable Set<RoomId> rooms) {

    /// Whether they may be used for this room at all.
    public boolean cover(RoomId room) {
        return rooms == null || rooms.contains(room);
    }

    /// How long they are still good; null = without end.
    public @Nullable Duration validFor(InstantSource clock) {
        if (expiresAt == null) {
            return null;
        }
        Duration left = Duration.between(clock.instant(), expiresAt);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /// Whether a ticket stood in the address, as with an EventSource: its user cannot see an error's document, and its
    /// browser would come back with the same ticket for ever.
    public boolean ticket() {
        return session != null;
    }
}
