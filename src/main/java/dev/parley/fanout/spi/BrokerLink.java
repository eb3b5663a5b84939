package dev.parley.fanout.spi;

/// One connection to a broker, from its beginning to its end; never the next one. No call blocks. Calls
/// come one at a time and reach the broker in their order; what they lead to is told to [LinkEvents]. A
/// call that throws ends the connection.
///
/// Names are of `A-Za-z0-9_=-` in parts divided by dots, at most 512 characters: no name is another's
/// prefix, pattern or hash tag.
public interface BrokerLink {

    /// Asks the broker for a channel. Once at a time for each name; answered by [LinkEvents#subscribed] or
    /// [LinkEvents#refused].
    void subscribe(String name);

    /// Asks for it no more. Not answered.
    void unsubscribe(String name);

    /// Sends a message; [LinkEvents#sent] follows when the broker has it. At most [#MAX_IN_FLIGHT] wait
    /// for that.
    void publish(String name, byte[] message);

    /// Asks the broker whether it is there, behind everything sent so far; [LinkEvents#answered]
    /// follows, and every message sent before is told as sent by then.
    void ping();

    /// Ends the connection without waiting for it. Its end need not be told.
    void close();

    /// Messages that the broker has not confirmed to have.
    int MAX_IN_FLIGHT = 64;
}
