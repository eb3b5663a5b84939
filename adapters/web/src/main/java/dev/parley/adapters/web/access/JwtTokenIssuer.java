package dev.parley.adapters.web.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.parley.access.Permission;
import dev.parley.access.spi.SigningKeyStore.SigningKey;
import dev.parley.access.spi.TokenIssuer;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Signs tokens as JWTs (HS256).
public final class JwtTokenIssuer implements TokenIssuer {

    /// What a server asks of every token.
    ///
    /// @param userClaim the claim that names the user
    /// @param issuer the token's `iss`
    /// @param audience the token's `aud`
    public record Form(
            String userClaim,
            @Nullable String issuer,
            @Nullable String audience) {

        static final Form OWN = new Form("sub", null, null);
    }

    private final SigningKey key;
    private final Form form;
    private final InstantSource time;

    /// Issues tokens for a server that accepts its own keys.
    public JwtTokenIssuer(SigningKey key, InstantSource time) {
        this(key, Form.OWN, time);
    }

    public JwtTokenIssuer(SigningKey key, Form form, InstantSource time) {
        this.key = key;
        this.form = form;
        this.time = time;
    }

    @Override
    public Issued issue(Statement statement) {
        Instant now = time.instant().truncatedTo(ChronoUnit.SECONDS);
        Instant expiresAt = now.plus(statement.ttl().truncatedTo(ChronoUnit.SECONDS));
        var claims = new JWTClaimsSet.Builder()
                .claim(form.userClaim(), statement.user().value())
                .issuer(form.issuer())
                .audience(form.audience())
                .issueTime(Date.from(now))
                .expirationTime(Date.from(expiresAt));
        if (statement.name() != null) {
            claims.claim("name", statement.name());
        }
        if (statement.admin()) {
            claims.claim("admin", true);
        }
        if (!statement.rooms().isEmpty()) {
            claims.claim("rooms", rooms(statement.rooms()));
        }
        return new Issued(sign(claims.build()), expiresAt);
    }

    private static Map<String, List<String>> rooms(Map<String, Set<Permission>> rooms) {
        var named = new TreeMap<String, List<String>>();
        rooms.forEach((pattern, permissions) -> named.put(
                pattern, permissions.stream().sorted().map(Permission::wire).toList()));
        return named;
    }

    private String sign(JWTClaimsSet claims) {
        var header = new JWSHeader.Builder(JWSAlgorithm.HS256)
                .keyID(key.id())
                .type(JOSEObjectType.JWT)
                .build();
        var jwt = new SignedJWT(header, claims);
        try {
            jwt.sign(new MACSigner(key.secret()));
        } catch (JOSEException e) {
            throw new IllegalStateException("a signing key has at least " + SecretKeys.MIN_BYTES + " bytes", e);
        }
        return jwt.serialize();
    }
}
