package dev.parley.log;

import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.MessageKey;
import dev.parley.kernel.Tier;
import org.jspecify.annotations.Nullable;

/// An event that has no seq yet.
///
/// @param ttlMs how long after its `ts` it is delivered; 0 = for ever
/// @param key what it is a value of; null = of its type
public record NewEvent(
        EventType type,
        Tier tier,
        long ttlMs,
        @Nullable Long ref,
        JsonText data,
        @Nullable MessageKey key) {

    public NewEvent {
        if (ttlMs < 0 || (ref != null && ref < 1)) {
            throw new IllegalArgumentException("ttlMs is not negative and ref is a seq");
        }
    }

    /// One without a key.
    public NewEvent(EventType type, Tier tier, long ttlMs, @Nullable Long ref, JsonText data) {
        this(type, tier, ttlMs, ref, data, null);
    }

    boolean amendsOtherThan(long seq) {
        return !type.amending() || ref == null || ref != seq;
    }
}
