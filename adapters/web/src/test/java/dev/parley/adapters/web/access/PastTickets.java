package dev.parley.adapters.web.access;

import dev.parley.access.Principal;
import dev.parley.access.spi.SigningKeyStore;
import dev.parley.adapters.web.http.Credentials;
import dev.parley.kernel.RoomId;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/// Mints tickets as a server with the same keys did a while ago.
public record PastTickets(SigningKeyStore keys, Duration ago) {

    public String mint(Principal who, String room) {
        Instant then = Instant.now().minus(ago);
        return new Tickets(keys.keys(), () -> then)
                .mint(new Credentials(who, null, null, null), Set.of(new RoomId(room)))
                .ticket();
    }
}
