package dev.parley.fanout.spi;

/// What happens on one [BrokerLink]. Any thread; no call blocks or throws, and what comes of one thread
/// keeps its order.
public interface LinkEvents {

    /// A message of a channel asked for.
    void received(String name, byte[] message);

    /// The broker has confirmed the channel on this very connection.
    void subscribed(String name);

    /// The broker does not give the channel.
    ///
    /// @param reason in words, without secrets, as all of them here
    void refused(String name, String reason);

    /// The broker has the oldest so many of the messages that it was not known to have.
    void sent(int messages);

    /// The broker has answered a ping.
    void answered();

    /// Messages may have been lost, in either direction, while the connection holds.
    void interrupted(String reason);

    /// The connection is gone or of no use any more. Said again it does nothing.
    void lost(String reason);
}
