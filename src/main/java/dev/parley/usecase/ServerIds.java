package dev.parley.usecase;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Life;
import java.util.random.RandomGenerator;

/// Draws what the server names by itself: lives of rooms, and client message ids for callers who sent none.
final class ServerIds {

    /// 96 bits: two draws of all servers ever never meet.
    private static final int LENGTH = 16;

    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

    private final RandomGenerator random;

    /// @param random safe for use by several threads
    ServerIds(RandomGenerator random) {
        this.random = random;
    }

    Life life() {
        return Life.draw(random);
    }

    ClientMessageId messageId() {
        var text = new StringBuilder(LENGTH + 1).append('~');
        for (int i = 0; i < LENGTH; i++) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return new ClientMessageId(text.toString());
    }
}
