package dev.parley.adapters.web.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import java.util.function.IntSupplier;

/// Takes some of the requests of a connection before WebFlux sees them.
@FunctionalInterface
public interface Entrance {

    /// A handler for this connection. It stands behind the HTTP codec and the guards and passes on whatever it does
    /// not take.
    ///
    /// @param unanswered requests that came and whose answers are not written to the end yet; on the connection's
    /// event loop
    ChannelHandler into(Channel channel, IntSupplier unanswered);
}
