package dev.parley.adapters.memory;

import java.time.Duration;
import java.util.List;

/// What becomes of messages on their way through a [MemoryBroker]. Asked on any thread, once for each message and
/// subscriber.
public interface BusWeather {

    /// Everything arrives once, at once and in order.
    BusWeather CLEAR = new BusWeather() {};

    /// How long each copy takes to one subscriber: none = the message is lost, two = it comes twice, a shorter one than
    /// before = it overtakes.
    default List<Duration> copies() {
        return List.of(Duration.ZERO);
    }

    /// How long a subscription takes until the broker knows of it.
    default Duration subscribing() {
        return Duration.ZERO;
    }

    /// How long its confirmation takes back; more than the bus waits = it is not confirmed.
    default Duration confirming() {
        return Duration.ZERO;
    }
}
