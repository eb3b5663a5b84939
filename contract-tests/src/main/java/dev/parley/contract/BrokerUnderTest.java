package dev.parley.contract;

import dev.parley.fanout.spi.Bus;

/// A broker for one test with the nodes that share it, each over a connection that can be made to fail alone: over a
/// network, a proxy between each node and the broker.
public interface BrokerUnderTest extends AutoCloseable {

    /// The bus of one more node, not started. The test closes it.
    Bus newBus();

    /// Ends the connection of this bus, if there is one, and lets none come about until it is mended. Also before
    /// [Bus#start].
    void cut(Bus bus);

    /// Lets nothing through any more in either direction until it is mended, without ending the connection.
    void hang(Bus bus);

    /// From now on this bus reaches the broker as if nothing had been.
    void mend(Bus bus);

    @Override
    void close();
}
