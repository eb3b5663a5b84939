package dev.parley.adapters.web.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Checks a token's signature, and then its claims. The algorithm is this server's choice and never the token's: each
/// is checked with keys of its own kind, which are used for nothing else.
final class TokenVerifier {

    private static final Set<String> TYPES = Set.of("JWT", "AT+JWT");

    private final TokenKeys keys;
    private final TokenClaims claims;

    TokenVerifier(TokenKeys keys, TokenClaims claims) {
        this.keys = keys;
        this.claims = claims;
    }

    TokenKeys keys() {
        return keys;
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
        if (!keys.algorithms().contains(header.getAlgorithm())) {
            throw RefusedCredentialsException.because("alg", "tokens are signed with " + algorithms() + " here");
        }
        if (!typed(header.getType())) {
            throw RefusedCredentialsException.because("typ", "the token is not of the type JWT");
        }
        JWSVerifier verifier = keys.verifier(header.getAlgorithm(), header.getKeyID());
        if (verifier == null) {
            throw RefusedCredentialsException.ofUnknownKey();
        }
        if (!signedWith(jwt, verifier)) {
            throw RefusedCredentialsException.because("signature", "the token's signature is not valid");
        }
    }

    private String algorithms() {
        return keys.algorithms().stream().map(JWSAlgorithm::getName).sorted().collect(Collectors.joining(" or "));
    }

    private static boolean typed(@Nullable JOSEObjectType type) {
        return type == null || TYPES.contains(type.getType().toUpperCase(Locale.ROOT));
    }

    private static boolean signedWith(SignedJWT jwt, JWSVerifier verifier) {
        try {
            return jwt.verify(verifier);
        } catch (JOSEException _) {
            return false;
        }
    }
}
