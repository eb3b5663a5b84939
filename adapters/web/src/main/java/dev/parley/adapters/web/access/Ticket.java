package dev.parley.adapters.web.access;

import dev.parley.access.Principal;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;

/// What a stream ticket states: this user may open this session over these rooms.
///
/// @param principal with the grants for these rooms alone, and never an administrator
/// @param expiresAt when the credentials it was made with expire, at most [#LONGEST] after minting
record Ticket(Principal principal, SessionId session, Set<RoomId> rooms, Instant mintedAt, Instant expiresAt) {

    static final Duration LONGEST = Duration.ofHours(1);

    /// How long it opens its session. A browser that comes back repeats the same address, with a cursor: then it is
    /// good for longer.
    static final Duration OPENS = Duration.ofSeconds(60);

    Ticket {
        rooms = Set.copyOf(rooms);
    }

    boolean covers(Collection<RoomId> asked) {
        return rooms.containsAll(asked);
    }
}
