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
/// @param apiKey a backend with a key of its own, which may publish in the name of others
public record Principal(UserId id, @Nullable String name, Grants grants, boolean admin, boolean apiKey) {

    /// Somebody with a token.
    public Principal(UserId id, @Nullable String name, Grants grants, boolean admin) {
        this(id, name, grants, admin, false);
    }

    public Author author() {
        return new Author(Sender.of(id), name);
    }

    /// @param sender somebody else in whose name it is published; null = nobody else
    public Author author(@Nullable UserId sender) {
        return sender == null || sender.equals(id) ? author() : new Author(Sender.of(sender), null);
    }

    /// Whether this principal may publish as this sender.
    public boolean mayBe(@Nullable UserId sender) {
        return apiKey || sender == null || sender.equals(id);
    }
}
