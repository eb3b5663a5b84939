package dev.parley.bench.append;

import dev.parley.bench.load.Rooms;
import dev.parley.log.spi.RoomLog;
import java.time.Duration;
import java.util.Map;

/// A way of getting messages into the log as fast as it takes them.
interface Way {

    String name();

    /// Hands in for this long, then waits until everything was answered.
    Run run(RoomLog log, Rooms rooms, Answers answers, Duration length);

    /// @param seconds from the first hand-in to the last answer
    /// @param also further figures by name
    record Run(double seconds, Map<String, Double> also) {}
}
