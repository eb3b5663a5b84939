package dev.parley.faults;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A connection over which one is told what happens. One thread.
interface Subscription extends AutoCloseable {

    /// @param id null = none
    /// @param data JSON
    record Told(String event, @Nullable String id, String data) {}

    /// @return null when it has ended
    /// @throws SocketTimeoutException when there is nothing within this time
    @Nullable
    Told next(Duration within) throws IOException;

    /// Ends it with a reset instead of in order.
    void reset() throws IOException;

    @Override
    void close() throws IOException;
}
