package dev.parley.log;

import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Sender;
import org.jspecify.annotations.Nullable;

/// What a room holds under a key, or held until it was removed.
///
/// @param value null = it was removed
/// @param seq of the event that tells of it
/// @param owner who set it, or who removed it
/// @param autoDelete whether it goes when its owner has left the room
/// @param expiresAt ms by the store's clock from which on the server removes it; null = it stays
public record Attribute(
        AttributeKey key,
        @Nullable JsonText value,
        long seq,
        Sender owner,
        boolean autoDelete,
        @Nullable Long expiresAt) {

    public static Attribute removed(AttributeKey key, long seq, Sender by) {
        return new Attribute(key, null, seq, by, false, null);
    }

    public boolean held() {
        return value != null;
    }
}
