package dev.parley.presence;

import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import org.jspecify.annotations.Nullable;

/// An open connection of this node. Two are the same when they are equal.
public interface Connection {

    SessionId session();

    UserId user();

    /// What he is called; null = as his id.
    @Nullable
    String name();

    /// A newer connection of its session is open on another node: this one is to be closed. Any thread, must
    /// not block.
    void superseded();
}
