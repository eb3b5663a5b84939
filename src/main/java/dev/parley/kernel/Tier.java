package dev.parley.kernel;

import java.util.Locale;
import java.util.Optional;

/// How an event is treated under pressure, the most precious first. The order of the constants is stored: append only.
public enum Tier {
    CRITICAL,
    HIGH,
    LOW;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether this tier asks for more than `other`.
    public boolean above(Tier other) {
        return ordinal() < other.ordinal();
    }

    public static Optional<Tier> of(String wire) {
        for (Tier tier : values()) {
            if (tier.wire().equals(wire)) {
                return Optional.of(tier);
            }
        }
        return Optional.empty();
    }
}
