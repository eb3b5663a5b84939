package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.http.Outgoing;
import dev.parley.delivery.OpenStream;
import dev.parley.delivery.spi.Outlet;

/// An outlet from when a stream is asked for.
interface StreamOutlet extends Outlet {

    /// There is a stream: from now on the connection is its alone. On the lane, once.
    void open(OpenStream stream);

    /// There is no stream: the connection goes on to other requests.
    void refused();

    /// The answer through which it leads, once there is a stream.
    Outgoing reply();
}
