package dev.parley.adapters.web.access;

import dev.parley.access.Principal;
import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/// A checked token as Spring Security carries it.
final class PrincipalAuthentication extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1L;

    private final transient Principal principal;
    private final long expiresAt;

    /// @param expiresAt seconds since 1970
    PrincipalAuthentication(Principal principal, long expiresAt) {
        super(List.of());
        this.principal = principal;
        this.expiresAt = expiresAt;
        setAuthenticated(true);
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

    long expiresAt() {
        return expiresAt;
    }
}
