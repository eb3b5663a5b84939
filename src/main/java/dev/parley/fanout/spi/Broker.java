package dev.parley.fanout.spi;

import dev.parley.kernel.Offload;
import java.util.function.Consumer;

/// A message broker as a technology's client reaches it: one connection at a time, without memory. What
/// makes it a [Bus] is [dev.parley.fanout.broker.BrokerBus]: it connects again, confirms, bounds and
/// watches, so an implementer turns off whatever its client library does of that kind.
@FunctionalInterface
public interface Broker {

    /// Begins one connection; returns at once. A connection that comes when the caller has given up is
    /// closed by it.
    ///
    /// @param events hears of this connection alone, perhaps before `done`
    /// @param done told once, on any thread: the connection when the broker has answered on it, or why
    ///     there is none; the exception's message goes into log lines and holds no secret
    void connect(LinkEvents events, Consumer<Offload.Result<BrokerLink>> done);
}
