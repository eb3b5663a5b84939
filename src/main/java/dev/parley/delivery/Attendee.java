package dev.parley.delivery;

import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import org.jspecify.annotations.Nullable;

/// An open connection that reads rooms. Equal to itself only.
public interface Attendee {

    SessionId session();

    UserId user();

    /// What he is called; null = as his id.
    @Nullable
    String name();

    /// A newer connection of its session is open elsewhere: this one ends. Any thread.
    void giveWay();
}
