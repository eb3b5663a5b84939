package dev.parley.adapters.web.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The usable keys of one JWK set: RSA from 2,048 bits for RS256, P-256 for ES256, meant for signatures. Others are
/// left out. Immutable.
final class PublicKeys {

    /// More than any issuer has; what comes after is left out.
    private static final int MAX_KEYS = 100;

    private static final int MIN_RSA_BITS = 2_048;

    private record Entry(JWSAlgorithm algorithm, @Nullable String id, String thumbprint, JWSVerifier verifier) {}

    static final PublicKeys NONE = new PublicKeys(List.of());

    private final List<Entry> entries;

    private PublicKeys(List<Entry> entries) {
        this.entries = entries;
    }

    /// @throws ParseException when it is no JWK set
    static PublicKeys parse(String jwks) throws ParseException {
        List<Entry> entries = new ArrayList<>();
        for (JWK key : JWKSet.parse(jwks).getKeys()) {
            Entry entry = entry(key);
            if (entry != null && entries.size() < MAX_KEYS) {
                entries.add(entry);
            }
        }
        return new PublicKeys(List.copyOf(entries));
    }

    private static @Nullable Entry entry(JWK key) {
        if (key.getKeyUse() != null && !KeyUse.SIGNATURE.equals(key.getKeyUse())) {
            return null;
        }
        try {
            return switch (key) {
                case RSAKey rsa
                when rsa.size() >= MIN_RSA_BITS ->
                    entry(key, JWSAlgorithm.RS256, new RSASSAVerifier(rsa.toRSAPublicKey()));
                case ECKey ec
                when Curve.P_256.equals(ec.getCurve()) ->
                    entry(key, JWSAlgorithm.ES256, new ECDSAVerifier(ec.toECPublicKey()));
                default -> null;
            };
        } catch (JOSEException _) {
            return null;
        }
    }

    private static @Nullable Entry entry(JWK key, JWSAlgorithm algorithm, JWSVerifier verifier) throws JOSEException {
        boolean forIt = key.getAlgorithm() == null || key.getAlgorithm().equals(algorithm);
        return forIt
                ? new Entry(algorithm, key.getKeyID(), key.computeThumbprint().toString(), verifier)
                : null;
    }

    boolean none() {
        return entries.isEmpty();
    }

    int size() {
        return entries.size();
    }

    /// A token that names no key is checked with the only one there is of its kind.
    @Nullable
    JWSVerifier verifier(JWSAlgorithm algorithm, @Nullable String keyId) {
        List<Entry> fitting = entries.stream()
                .filter(entry -> entry.algorithm().equals(algorithm))
                .filter(entry -> keyId == null || keyId.equals(entry.id()))
                .toList();
        boolean found = keyId == null ? fitting.size() == 1 : !fitting.isEmpty();
        return found ? fitting.getFirst().verifier() : null;
    }

    boolean sameAs(PublicKeys other) {
        return names().equals(other.names());
    }

    private List<String> names() {
        return entries.stream()
                .map(entry -> entry.algorithm() + " " + Objects.toString(entry.id()) + " " + entry.thumbprint())
                .sorted()
                .toList();
    }
}
