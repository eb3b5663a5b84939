package dev.parley.adapters.web.wire;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts the connections that are open and closes those that come when there are as many as allowed.
final class ConnectionLimit {

    private final int most;
    private final AtomicInteger open = new AtomicInteger();
    /// One for all connections.
    private final ChannelFutureListener closed = _ -> open.decrementAndGet();
    private final Counter refused;

    ConnectionLimit(int most, MeterRegistry registry) {
        this.most = most;
        this.refused = Counter.builder("parley.connections.refused")
                .description("Connections closed at once because there were as many as allowed")
                .register(registry);
        Gauge.builder("parley.connections", open, AtomicInteger::get)
                .description("Open connections")
                .register(registry);
    }

    /// @return false when the connection has been closed instead
    boolean admit(Channel channel) {
        int now = open.incrementAndGet();
        channel.closeFuture().addListener(closed);
        if (now <= most) {
            return true;
        }
        refused.increment();
        channel.close();
        return false;
    }
}
