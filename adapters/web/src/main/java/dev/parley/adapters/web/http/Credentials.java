package dev.parley.adapters.web.http;

import dev.parley.access.Principal;
import dev.parley.kernel.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// What a request was let in by.
///
/// @param expiresAt from when on it is nobody's any more, what clocks may differ by included; null = never
/// @param session that a ticket is for; null = it was no ticket
public record Credentials(
        Principal principal,
        @Nullable Instant expiresAt,
        @Nullable SessionId session) {

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
