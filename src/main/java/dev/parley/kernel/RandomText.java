package dev.parley.kernel;

import java.util.random.RandomGenerator;

/// Draws texts of `A-Za-z0-9_-`.
final class RandomText {

    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
    private static final int BITS = 6;

    /// Eight characters, 48 bits, of one draw: each is dear where the generator is a secure one.
    private static final int PER_DRAW = 8;

    private RandomText() {}

    /// 16 characters, 96 bits: two draws of all servers ever never meet.
    static String draw(RandomGenerator random) {
        var text = new StringBuilder(2 * PER_DRAW);
        append(random.nextLong(), text);
        append(random.nextLong(), text);
        return text.toString();
    }

    private static void append(long drawn, StringBuilder text) {
        for (int i = 0; i < PER_DRAW; i++) {
            text.append(ALPHABET.charAt((int) (drawn >>> (BITS * i)) & (ALPHABET.length() - 1)));
        }
    }
}
