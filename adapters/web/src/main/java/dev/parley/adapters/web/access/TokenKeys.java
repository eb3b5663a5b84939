package dev.parley.adapters.web.access;

import dev.parley.access.spi.SigningKeyStore.SigningKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds the secret that a token must be signed with.
interface TokenKeys {

    /// HS256 needs as many bytes as its hash has.
    int MIN_BYTES = 32;

    /// @param keyId as the token's header names it; null when it names none
    /// @return null when there is no such key
    byte @Nullable [] secret(@Nullable String keyId);

    /// One secret for everything, whatever key id the issuer writes.
    static TokenKeys ofSecret(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < MIN_BYTES) {
            throw new IllegalArgumentException("parley.auth.jwt.secret has " + bytes.length
                    + " bytes, but a secret for HS256 has at least " + MIN_BYTES);
        }
        return _ -> bytes;
    }

    /// The server's own keys, each by its id.
    static TokenKeys of(List<SigningKey> keys) {
        Map<String, byte[]> secrets =
                keys.stream().collect(Collectors.toUnmodifiableMap(SigningKey::id, SigningKey::secret));
        return id -> id == null ? null : secrets.get(id);
    }
}
