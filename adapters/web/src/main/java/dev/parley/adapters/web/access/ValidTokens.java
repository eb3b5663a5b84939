package dev.parley.adapters.web.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Tokens that were found valid, so that a client who sends one with every request is checked once. Known by their
/// hash:
/// a copy of this memory holds no token. Bounded to [#MAX_TOKENS]; beyond it any other one makes place and is checked
/// again when it comes. Safe for use by several threads.
final class ValidTokens {

    static final int MAX_TOKENS = 10_000;

    private record Hash(long a, long b, long c, long d) {

        static Hash of(String token) {
            ByteBuffer digest = ByteBuffer.wrap(sha256().digest(token.getBytes(StandardCharsets.UTF_8)));
            return new Hash(digest.getLong(), digest.getLong(), digest.getLong(), digest.getLong());
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java platform has SHA-256", e);
            }
        }
    }

    /// @param version of the keys it was checked with
    private record Entry(PrincipalAuthentication valid, long version) {}

    private final InstantSource time;
    private final Map<Hash, Entry> known = new ConcurrentHashMap<>();

    ValidTokens(InstantSource time) {
        this.time = time;
    }

    /// The token's principal; asks the verifier when the token is new or has expired, or a key may have gone.
    PrincipalAuthentication check(String token, TokenVerifier verifier) {
        Hash hash = Hash.of(token);
        // Before the check: keys that change meanwhile make the entry an old one.
        long version = verifier.keys().version();
        PrincipalAuthentication found = current(hash, version);
        return found == null ? remember(hash, new Entry(verifier.verify(token), version)) : found;
    }

    private @Nullable PrincipalAuthentication current(Hash hash, long version) {
        Entry found = known.get(hash);
        if (found == null) {
            return null;
        }
        if (found.version() == version && found.valid().goodAt(time.instant())) {
            return found.valid();
        }
        known.remove(hash);
        return null;
    }

    private PrincipalAuthentication remember(Hash hash, Entry valid) {
        while (known.size() >= MAX_TOKENS) {
            known.keySet().stream().findAny().ifPresent(known::remove);
        }
        known.put(hash, valid);
        return valid.valid();
    }

    int size() {
        return known.size();
    }
}
