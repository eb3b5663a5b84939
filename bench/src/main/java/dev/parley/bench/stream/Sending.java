package dev.parley.bench.stream;

import dev.parley.bench.http.HttpConnection;
import java.util.List;

/// Requests that go out at their time, in the midst of reading.
public interface Sending {

    /// When the next one is to be sent; [Long#MAX_VALUE] while none can be.
    long due();

    /// Sends what is due by now.
    void send(long now);

    /// Whether everything that was sent has been answered.
    boolean idle();

    /// Its own, over which nobody else sends.
    List<HttpConnection> connections();

    /// A connection of its own has something to read, or can take more.
    void ready(HttpConnection connection);
}
