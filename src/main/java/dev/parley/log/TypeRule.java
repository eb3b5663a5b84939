package dev.parley.log;

import dev.parley.kernel.Tier;
import org.jspecify.annotations.Nullable;

/// What is decided about the messages of one type.
///
/// @param tier null = not decided here
/// @param ttlMs how long a message that names no time of its own is delivered, 0 = for ever; null = not decided here
public record TypeRule(@Nullable Tier tier, @Nullable Long ttlMs) {

    /// A year: what lives longer needs no time to live.
    public static final long MAX_TTL_MS = 365L * 86_400_000;

    /// Decides nothing.
    public static final TypeRule NONE = new TypeRule(null, null);

    public TypeRule {
        if (ttlMs != null && (ttlMs < 0 || ttlMs > MAX_TTL_MS)) {
            throw new IllegalArgumentException("ttlMs is 0 to a year");
        }
    }

    public TypeRule withTier(@Nullable Tier other) {
        return new TypeRule(other, ttlMs);
    }

    public TypeRule withTtlMs(@Nullable Long other) {
        return new TypeRule(tier, other);
    }

    /// What this leaves open is as another rule says.
    TypeRule or(TypeRule other) {
        return new TypeRule(tier == null ? other.tier : tier, ttlMs == null ? other.ttlMs : ttlMs);
    }
}
