package dev.parley.usecase;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Life;
import java.util.random.RandomGenerator;

/// Draws what the server names by itself: lives of rooms, and client message ids for callers who sent none.
final class ServerIds {

    /// 96 bits: two draws of all servers ever never meet.
    private static final int HALF = 8;

    private static final int BITS = 6;

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
        var text = new StringBuilder(2 * HALF + 1).append('~');
        append(random.nextLong(), text);
        append(random.nextLong(), text);
        return new ClientMessageId(text.toString());
    }

    /// Each draw is dear where the generator is a secure one, so one serves for half an id.
    private static void append(long drawn, StringBuilder text) {
        for (int i = 0; i < HALF; i++) {
            text.append(ALPHABET.charAt((int) (drawn >>> (BITS * i)) & (ALPHABET.length() - 1)));
        }
    }
}
