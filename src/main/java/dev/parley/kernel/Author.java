package dev.parley.kernel;

import org.jspecify.annotations.Nullable;

/// The sender of an event with the display name in force at publish (≤ 128 characters, storable text).
public record Author(Sender sender, @Nullable String name) {

    public static final int MAX_NAME_LENGTH = 128;

    public Author {
        if (name != null && (name.length() > MAX_NAME_LENGTH || !Text.storable(name))) {
            throw new InvalidIdException("a sender's name has at most 128 characters, no U+0000 and no lone surrogate");
        }
    }

    public static Author server() {
        return new Author(Sender.SERVER, null);
    }
}
