package dev.parley.log;

import dev.parley.kernel.JsonText;
import dev.parley.kernel.MessageKey;
import dev.parley.kernel.Tier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/// Tells a repeat of an append from another one with the same client message id. It covers what the client sent, not
/// what the server made of it (a default tier may change between two tries). 64 bits: only senders who repeat their own
/// ids are compared, so a collision can fool nobody else.
public record ContentHash(long value) {

    /// Of a message as the client sent it; `data` compacted.
    ///
    /// @param key hashed only where there is one: repeats of messages that are older than keys are recognised
    public static ContentHash ofMessage(
            String type, @Nullable Tier tier, long ttlMs, @Nullable Long ref, JsonText data, @Nullable MessageKey key) {
        String refers = ref == null ? "" : ref.toString();
        return of(
                key == null ? "message" : "value",
                type,
                tier == null ? "" : tier.wire(),
                Long.toString(ttlMs),
                key == null ? refers : refers + "\n" + key.value().length() + "\n" + key.value(),
                data);
    }

    /// Of one without a key.
    public static ContentHash ofMessage(
            String type, @Nullable Tier tier, long ttlMs, @Nullable Long ref, JsonText data) {
        return ofMessage(type, tier, ttlMs, ref, data, null);
    }

    /// Of a change: its name and whatever tells it from another one of that name.
    public static ContentHash ofChange(String name, JsonText content) {
        return of("change", name, "", "", "", content);
    }

    private static ContentHash of(String kind, String a, String b, String c, String d, JsonText content) {
        var head = String.join("\n", kind, a, b, c, d) + "\n";
        MessageDigest digest = sha256();
        digest.update(head.getBytes(StandardCharsets.UTF_8));
        return new ContentHash(ByteBuffer.wrap(digest.digest(content.utf8())).getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
