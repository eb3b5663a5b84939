package dev.parley.adapters.web.access;

import dev.parley.access.Principal;
import dev.parley.adapters.web.http.Credentials;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/// Checked credentials as Spring Security carries them.
final class PrincipalAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1L;

    private final transient Principal principal;
    private final @Nullable Instant expiresAt;
    private final transient @Nullable SessionId session;
    private final transient @Nullable Set<RoomId> rooms;

    private PrincipalAuthentication(
            Principal principal,
            @Nullable Instant expiresAt,
            @Nullable SessionId session,
            @Nullable Set<RoomId> rooms) {
        super(List.of());
        this.principal = principal;
        this.expiresAt = expiresAt;
        this.session = session;
        this.rooms = rooms;
        setAuthenticated(true);
    }

    static PrincipalAuthentication ofToken(Principal principal, Instant expiresAt) {
        return new PrincipalAuthentication(principal, expiresAt.plus(TokenClaims.SKEW), null, null);
    }

    static PrincipalAuthentication ofTicket(Ticket ticket) {
        return new PrincipalAuthentication(
                ticket.principal(), ticket.expiresAt().plus(TokenClaims.SKEW), ticket.session(), ticket.rooms());
    }

    static PrincipalAuthentication ofKey(Principal principal) {
        return new PrincipalAuthentication(principal, null, null, null);
    }

    @Override
    public Principal getPrincipal() {
        return principal;
    }

    @Override
    public String getCredentials() {
        return "";
    }

    @Override
    public String getName() {
        return principal.id().value();
    }

    Credentials credentials() {
        return new Credentials(principal, expiresAt, session, rooms);
    }

    boolean goodAt(Instant now) {
        return expiresAt == null || now.isBefore(expiresAt);
    }
}
