package dev.parley.fanout;

/// Counts what goes over the bus, for metrics. Called from any thread; must not block.
public interface FanoutObserver {

    FanoutObserver NONE = new FanoutObserver() {};

    /// One message with so many events was taken by the bus.
    default void sent(int events) {}

    /// So many events were not handed to the bus: it was not connected, or took them too slowly. Other nodes find them
    /// in the log.
    default void notSent(int events) {}

    /// One message with so many events came from another node.
    ///
    /// @param discarded of them those of rooms that nobody reads here
    default void received(int events, int discarded) {}

    /// A message of signals was taken by the bus.
    default void signalsSent() {}

    /// So many signals, or messages of them, were not: it was not connected, or did not take them.
    default void signalsLost(int count) {}

    /// A message came that this version cannot read.
    default void unreadable() {}

    /// Anything may have been lost until now: the connection went, or the bus says so, or nothing comes back.
    default void interrupted() {}

    /// The holders of so many rooms were not known when something was to be told, and it went another way.
    default void fellBack(int rooms) {}
}
