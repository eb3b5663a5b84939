package dev.parley.usecase;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Life;
import java.util.random.RandomGenerator;

/// Draws what the server names by itself: lives of rooms, and client message ids for callers who sent none.
final class ServerIds {

    private final RandomGenerator random;

    /// @param random safe for use by several threads
    ServerIds(RandomGenerator random) {
        this.random = random;
    }

    Life life() {
        return Life.draw(random);
    }

    ClientMessageId messageId() {
        return ClientMessageId.draw(random);
    }
}
