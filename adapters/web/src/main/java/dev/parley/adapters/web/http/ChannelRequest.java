package dev.parley.adapters.web.http;

import io.netty.channel.Channel;

/// A request that did not come through Reactor Netty, as its native self.
public interface ChannelRequest {

    /// The connection it came over.
    Channel channel();
}
