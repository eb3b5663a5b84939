package dev.parley.adapters.web.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks a token's signature, and then its claims. The algorithm is this server's choice and never the token's: HS256,
/// with a key that is used for nothing else.
final class TokenVerifier {

    private static final Set<String> TYPES = Set.of("JWT", "AT+JWT");

    private final TokenKeys keys;
    private final TokenClaims claims;

    TokenVerifier(TokenKeys keys, TokenClaims claims) {
        this.keys = keys;
        this.claims = claims;
    }

    /// @throws RefusedCredentialsException when it is not accepted
    PrincipalAuthentication verify(String token) {
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            checkSignature(jwt);
            return claims.read(jwt.getJWTClaimsSet());
        } catch (ParseException _) {
            throw RefusedCredentialsException.because("format", "the token is not a signed JWT");
        }
    }

    private void checkSignature(SignedJWT jwt) {
        JWSHeader header = jwt.getHeader();
        if (!JWSAlgorithm.HS256.equals(header.getAlgorithm())) {
            throw RefusedCredentialsException.because("alg", "tokens are signed with HS256 here");
        }
        if (!typed(header.getType())) {
            throw RefusedCredentialsException.because("typ", "the token is not of the type JWT");
        }
        byte[] secret = keys.secret(header.getKeyID());
        if (secret == null) {
            throw RefusedCredentialsException.because("kid", "the token names no key of this server");
        }
        if (!signedWith(jwt, secret)) {
            throw RefusedCredentialsException.because("signature", "the token's signature is not valid");
        }
    }

    private static boolean typed(@Nullable JOSEObjectType type) {
        return type == null || TYPES.contains(type.getType().toUpperCase(java.util.Locale.ROOT));
    }

    private static boolean signedWith(SignedJWT jwt, byte[] secret) {
        try {
            return jwt.verify(new MACVerifier(secret));
        } catch (JOSEException _) {
            return false;
        }
    }
}
