package dev.parley.presence;

import dev.parley.kernel.Author;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.UserId;
import org.jspecify.annotations.Nullable;

/// A session in a room as the node that holds its connection says it is. A registry holds at most one of each
/// room and session.
///
/// @param name what the user is called, as an author's; null = as his id
/// @param node where it is connected; when that node is gone, so is the session after a grace
public record SessionEntry(
        SessionKey key, UserId user, @Nullable String name, NodeId node) {

    public SessionEntry {
        var _ = new Author(Sender.of(user), name);
    }

    public SessionEntry under(ConnectionEpoch epoch) {
        return new SessionEntry(new SessionKey(key.room(), key.session(), epoch), user, name, node);
    }
}
