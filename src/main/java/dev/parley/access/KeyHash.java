package dev.parley.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// What is known of an API key: its SHA-256. A key is 32 random bytes, so that nobody finds it by its hash.
///
/// @param hex 64 digits in lower case
public record KeyHash(String hex) {

    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    public KeyHash {
        if (!SHA_256.matcher(hex).matches()) {
            throw new IllegalArgumentException("a hash has 64 digits in lower case");
        }
    }

    public static KeyHash of(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return new KeyHash(HexFormat.of().formatHex(hash));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
