package dev.parley.kernel;

import java.util.Optional;
import java.util.regex.Pattern;

/// Which log a seq belongs to: the store's generation (it rises when a store was restored) and the room's life. Never
/// reused, never changed by a restart. Written as the generation in base36 followed by the life.
public record Epoch(long generation, Life life) {

    /// The highest generation of eleven digits, far beyond any clock in ms.
    public static final long MAX_GENERATION = Long.parseLong("zzzzzzzzzzz", 36);

    private static final Pattern TEXT = Pattern.compile("(0|[1-9a-z][0-9a-z]{0,10})([0-9a-z]{8})");

    public Epoch {
        if (generation < 0 || generation > MAX_GENERATION) {
            throw new InvalidIdException("a generation is not negative and has at most eleven base36 digits");
        }
    }

    public static Optional<Epoch> parse(String text) {
        var matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new Epoch(Long.parseLong(matcher.group(1), 36), new Life(matcher.group(2))))
                : Optional.empty();
    }

    public String text() {
        return Long.toString(generation, 36) + life.value();
    }

    @Override
    public String toString() {
        return text();
    }
}
