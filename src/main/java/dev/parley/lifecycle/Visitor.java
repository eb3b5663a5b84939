package dev.parley.lifecycle;

import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.presence.ConnectionEpoch;
import dev.parley.presence.SessionEntry;
import org.jspecify.annotations.Nullable;

/// Whose coming or going a row tells.
///
/// @param name what he was called then; null = as his id
/// @param session the one by which he came or went, he may have others
public record Visitor(UserId user, @Nullable String name, SessionId session, ConnectionEpoch epoch) {

    public static Visitor of(SessionEntry entry) {
        return new Visitor(
                entry.user(), entry.name(), entry.key().session(), entry.key().epoch());
    }
}
