package dev.parley.access;

import dev.parley.kernel.Author;
import dev.parley.kernel.Sender;
import dev.parley.kernel.UserId;
import org.jspecify.annotations.Nullable;

/// Who asks, as the credentials state it.
///
/// @param name the display name for what this principal publishes
/// @param grants the token's own; server-wide defaults come on top
/// @param admin may do everything everywhere
public record Principal(UserId id, @Nullable String name, Grants grants, boolean admin) {

    public Author author() {
        return new Author(Sender.of(id), name);
    }
}
