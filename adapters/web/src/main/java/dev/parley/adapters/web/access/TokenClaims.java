package dev.parley.adapters.web.access;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.Author;
import dev.parley.kernel.InvalidIdException;
import dev.parley.kernel.Sender;
import dev.parley.kernel.UserId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes a principal of a token's claims, or says which of them is wrong.
final class TokenClaims {

    /// By how much the issuer's clock may differ from this machine's.
    static final Duration SKEW = Duration.ofSeconds(5);

    private final InstantSource time;
    private final String userClaim;
    private final @Nullable String issuer;
    private final @Nullable String audience;

    /// @param userClaim which claim names the user
    /// @param issuer what `iss` must be; null = anything
    /// @param audience what `aud` must contain; null = anything
    TokenClaims(InstantSource time, String userClaim, @Nullable String issuer, @Nullable String audience) {
        this.time = time;
        this.userClaim = userClaim;
        this.issuer = issuer;
        this.audience = audience;
    }

    PrincipalAuthentication read(JWTClaimsSet claims) {
        Instant expiresAt = checkTime(claims);
        if (issuer != null && !issuer.equals(claims.getIssuer())) {
            throw RefusedCredentialsException.because("iss", "the claim iss is not the issuer this server trusts");
        }
        if (audience != null && !claims.getAudience().contains(audience)) {
            throw RefusedCredentialsException.because("aud", "the claim aud does not name this server");
        }
        return PrincipalAuthentication.ofToken(principal(claims), expiresAt);
    }

    /// Returns when it expires.
    private Instant checkTime(JWTClaimsSet claims) {
        Date exp = claims.getExpirationTime();
        Date nbf = claims.getNotBeforeTime();
        if (exp == null) {
            throw RefusedCredentialsException.because("exp", "the claim exp is required");
        }
        if (!exp.after(Date.from(time.instant().minus(SKEW)))) {
            throw RefusedCredentialsException.expired();
        }
        if (nbf != null && nbf.after(Date.from(time.instant().plus(SKEW)))) {
            throw RefusedCredentialsException.because("nbf", "the claim nbf lies in the future");
        }
        return exp.toInstant();
    }

    private Principal principal(JWTClaimsSet claims) {
        var user = user(claims.getClaim(userClaim));
        return new Principal(
                user, name(user, claims.getClaim("name")), grants(claims.getClaim("rooms")), admin(claims));
    }

    private UserId user(@Nullable Object claim) {
        if (claim instanceof String text) {
            try {
                return new UserId(text);
            } catch (InvalidIdException _) {
                // Told below, without the value.
            }
        }
        throw RefusedCredentialsException.because(userClaim, "the claim " + userClaim + " is not a user id");
    }

    private static @Nullable String name(UserId user, @Nullable Object claim) {
        if (claim == null) {
            return null;
        }
        if (claim instanceof String text) {
            try {
                return new Author(Sender.of(user), text).name();
            } catch (InvalidIdException _) {
                // Told below, without the value.
            }
        }
        throw RefusedCredentialsException.because(
                "name", "the claim name is text of at most 128 characters, without U+0000 and lone surrogates");
    }

    private static boolean admin(JWTClaimsSet claims) {
        return switch (claims.getClaim("admin")) {
            case null -> false;
            case Boolean admin -> admin;
            default -> throw RefusedCredentialsException.because("admin", "the claim admin is true or false");
        };
    }

    private static Grants grants(@Nullable Object claim) {
        if (claim == null) {
            return Grants.NONE;
        }
        if (!(claim instanceof Map<?, ?> rooms)) {
            throw invalidRooms();
        }
        Map<String, Set<Permission>> byPattern = new HashMap<>();
        rooms.forEach((pattern, permissions) -> byPattern.put(String.valueOf(pattern), permissions(permissions)));
        try {
            return Grants.of(byPattern);
        } catch (IllegalArgumentException _) {
            throw invalidRooms();
        }
    }

    private static Set<Permission> permissions(@Nullable Object list) {
        if (!(list instanceof List<?> names)) {
            throw invalidRooms();
        }
        var permissions = EnumSet.noneOf(Permission.class);
        names.forEach(
                name -> permissions.add(Permission.of(String.valueOf(name)).orElseThrow(TokenClaims::invalidRooms)));
        return permissions;
    }

    private static RefusedCredentialsException invalidRooms() {
        return RefusedCredentialsException.because(
                "rooms",
                "the claim rooms is an object of at most " + Grants.MAX_PATTERNS
                        + " exact room ids or prefixes with * and the permissions in them");
    }
}
