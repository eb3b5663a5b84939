package dev.parley.presence;

import java.util.random.RandomGenerator;

/// Tells one connection of a session from those before and after it: drawn by the node that holds the
/// connection, never drawn twice, compared for equality only. Whatever cleans up after a connection names its
/// epoch, and so never hits a newer one.
///
/// @param value positive
public record ConnectionEpoch(long value) {

    public ConnectionEpoch {
        if (value <= 0) {
            throw new IllegalArgumentException("a connection epoch is positive");
        }
    }

    /// Unlike any other: 63 bits of chance.
    public static ConnectionEpoch draw(RandomGenerator random) {
        return new ConnectionEpoch(random.nextLong(1, Long.MAX_VALUE));
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
