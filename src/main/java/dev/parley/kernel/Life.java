package dev.parley.kernel;

import java.util.random.RandomGenerator;

/// One life of a room id, from creation to destruction: eight base36 characters drawn at creation.
public record Life(String value) {

    static final int LENGTH = 8;
    private static final IdSyntax SYNTAX = IdSyntax.of("room life", "[0-9a-z]{8}");

    public Life {
        SYNTAX.check(value);
    }

    public static Life draw(RandomGenerator random) {
        var text = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            text.append(Character.forDigit(random.nextInt(36), 36));
        }
        return new Life(text.toString());
    }

    @Override
    public String toString() {
        return value;
    }
}
