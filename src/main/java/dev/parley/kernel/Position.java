package dev.parley.kernel;

import java.util.Optional;

/// A place in one room's log, and the cursor of a client who has read up to it. Seq 0 is the place before the first
/// event. Written `epoch:seq`.
public record Position(Epoch epoch, long seq) {

    private static final int MAX_LENGTH = 64;

    public Position {
        if (seq < 0) {
            throw new InvalidIdException("a seq is not negative");
        }
    }

    /// Empty for anything that no server can have written.
    public static Optional<Position> parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0 || text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return seq(text.substring(colon + 1))
                .flatMap(seq -> Epoch.parse(text.substring(0, colon)).map(epoch -> new Position(epoch, seq)));
    }

    private static Optional<Long> seq(String digits) {
        if (digits.isEmpty()
                || (digits.length() > 1 && digits.charAt(0) == '0')
                || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(digits));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    public String text() {
        return epoch.text() + ":" + seq;
    }

    @Override
    public String toString() {
        return text();
    }
}
