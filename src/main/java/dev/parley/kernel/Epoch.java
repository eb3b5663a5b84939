package dev.parley.kernel;

import java.util.Optional;
import java.util.regex.Pattern;

/// Which log a seq belongs to: the store's generation (it rises when a store was restored) and the room's life. Never
/// reused, never changed by a restart. Written as the generation in base36 followed by the life.
public record Epoch(long generation, Life life) {

    private static final Pattern TEXT = Pattern.compile("(0|[1-9a-z][0-9a-z]{0,10})([0-9a-z]{8})");

    public Epoch {
        if (generation < 0) {
            throw new InvalidIdException("a generation is not negative");
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
