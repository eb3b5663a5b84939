package dev.parley.delivery;

import dev.parley.kernel.SessionId;

/// An open stream as its connection sees it. Called on the stream's lane only.
public interface OpenStream {

    SessionId session();

    /// The outlet takes writes again, or for the first time. Telling it once too often does no harm.
    void writable();

    /// The connection has ended, by whichever side: nothing is written any more. Must be told exactly once
    /// after the outlet closed; further calls do nothing.
    void closed();
}
