package dev.parley.fanout.spi;

import dev.parley.fanout.Channel;

/// Hears from a bus, one call at a time.
public interface BusListener {

    /// A message of a channel that is subscribed.
    ///
    /// @param message as it was published; not to be changed
    void received(Channel channel, byte[] message);

    /// A connection is there, the first or a new one, without any subscription: whoever wants channels subscribes
    /// to each of them now. A library that subscribes again by itself must be kept from it, for what it has lost
    /// meanwhile nobody would know.
    void connected();

    /// The connection is gone, or counts as gone because the broker does not answer. Whatever was published until
    /// the next subscription is confirmed may be lost, and all subscriptions are void.
    ///
    /// @param reason in words, for a log line; holds no secret and no address with a password
    void disconnected(String reason);

    /// Something on some channel may have been lost until now, but the connection and its subscriptions hold: a
    /// slow consumer, a full buffer, a subscription that the broker ended and the adapter has made again.
    void interrupted(String reason);
}
