package dev.parley.adapters.web.access;

import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.access.spi.SigningKeyStore.SigningKey;
import dev.parley.adapters.web.http.Credentials;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Makes stream tickets and checks them, on any server with the same signing keys and without asking anybody. Safe for
/// use by several threads.
public final class Tickets {

    /// @param ticket for `?ticket=`; no secret shows in the logs of this
    public record Minted(String ticket, Instant expiresAt) {

        @Override
        public String toString() {
            return "Minted[expiresAt=" + expiresAt + "]";
        }
    }

    private final SealedTickets sealed;
    private final InstantSource time;
    private final SecureRandom random = new SecureRandom();

    /// @param keys the one to sign with first
    Tickets(List<SigningKey> keys, InstantSource time) {
        this.sealed = new SealedTickets(keys);
        this.time = time;
    }

    public Minted mint(Credentials by, Set<RoomId> rooms) {
        Instant now = time.instant().truncatedTo(ChronoUnit.MILLIS);
        Instant longest = now.plus(Ticket.LONGEST);
        Instant until = by.expiresAt() == null ? longest : by.expiresAt().minus(TokenClaims.SKEW);
        Instant expiresAt = until.isAfter(longest) ? longest : until;
        var ticket = new Ticket(confined(by.principal(), rooms), SessionId.draw(random), rooms, now, expiresAt);
        return new Minted(sealed.seal(ticket), expiresAt);
    }

    /// The same user with what it may do in these rooms, and nowhere else.
    private static Principal confined(Principal who, Set<RoomId> rooms) {
        Map<String, Set<Permission>> grants = new LinkedHashMap<>();
        for (RoomId room : rooms) {
            grants.put(
                    room.value(),
                    who.admin() ? EnumSet.allOf(Permission.class) : who.grants().in(room));
        }
        return new Principal(who.id(), who.name(), Grants.of(grants), false);
    }

    /// @param resumes whether it comes with a cursor
    /// @throws RefusedCredentialsException when it opens nothing, or nothing any more
    Ticket check(String text, boolean resumes) {
        Ticket ticket = sealed.open(text);
        Instant now = time.instant();
        if (!now.isBefore(ticket.expiresAt().plus(TokenClaims.SKEW))) {
            throw RefusedCredentialsException.ofExpiredTicket("exp");
        }
        if (ticket.mintedAt().isAfter(now.plus(TokenClaims.SKEW))) {
            throw RefusedCredentialsException.ofTicket("iat");
        }
        if (!resumes && now.isAfter(ticket.mintedAt().plus(Ticket.OPENS).plus(TokenClaims.SKEW))) {
            throw RefusedCredentialsException.ofExpiredTicket("opening-time");
        }
        return ticket;
    }
}
