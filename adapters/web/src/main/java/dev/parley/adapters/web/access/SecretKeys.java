package dev.parley.adapters.web.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import dev.parley.access.spi.SigningKeyStore.SigningKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Secrets that this server has itself (HS256).
final class SecretKeys implements TokenKeys {

    /// HS256 needs as many bytes as its hash has.
    static final int MIN_BYTES = 32;

    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.HS256);

    private final Function<@Nullable String, @Nullable JWSVerifier> byId;

    private SecretKeys(Function<@Nullable String, @Nullable JWSVerifier> byId) {
        this.byId = byId;
    }

    /// One secret for everything, whatever key id the issuer writes.
    static SecretKeys ofSecret(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < MIN_BYTES) {
            throw new IllegalArgumentException("parley.auth.jwt.secret has " + bytes.length
                    + " bytes, but a secret for HS256 has at least " + MIN_BYTES);
        }
        JWSVerifier verifier = verifier(bytes);
        return new SecretKeys(_ -> verifier);
    }

    /// The server's own keys, each by its id.
    static SecretKeys of(List<SigningKey> keys) {
        Map<String, JWSVerifier> verifiers =
                keys.stream().collect(Collectors.toUnmodifiableMap(SigningKey::id, key -> verifier(key.secret())));
        return new SecretKeys(id -> id == null ? null : verifiers.get(id));
    }

    private static JWSVerifier verifier(byte[] secret) {
        try {
            return new MACVerifier(secret);
        } catch (JOSEException e) {
            throw new IllegalArgumentException("a secret has at least " + MIN_BYTES + " bytes", e);
        }
    }

    @Override
    public Set<JWSAlgorithm> algorithms() {
        return ALGORITHMS;
    }

    @Override
    public @Nullable JWSVerifier verifier(JWSAlgorithm algorithm, @Nullable String keyId) {
        return byId.apply(keyId);
    }
}
