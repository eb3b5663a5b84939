package dev.parley.kernel;

/// What a message is a value of: a newer one of the same key replaces it for those who come too late for
/// it. 1–128 characters, any but U+0000 and lone surrogates.
public record MessageKey(String value) {

    public static final int MAX_LENGTH = 128;

    public MessageKey {
        if (value.isEmpty() || value.length() > MAX_LENGTH || !Text.storable(value)) {
            throw new InvalidIdException(
                    "a message key has 1 to 128 characters, among them no U+0000 and no lone surrogate");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
