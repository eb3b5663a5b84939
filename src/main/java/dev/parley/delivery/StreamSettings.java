package dev.parley.delivery;

import java.time.Duration;

/// Bounds and times of a node's streams.
///
/// @param writeDeadline how long a client may read nothing while something is pending before its connection
///     is closed
/// @param heartbeat after how long without a write one is due; it comes at most a second later
/// @param maxStreams connections at a time; at the bound a stream is refused for a moment
/// @param maxCatchUps streams that wait for pages of the log at a time; at the bound a stream is sent away
///     to reconnect
public record StreamSettings(Duration writeDeadline, Duration heartbeat, int maxStreams, int maxCatchUps) {

    public static final StreamSettings DEFAULT =
            new StreamSettings(Duration.ofSeconds(10), Duration.ofSeconds(15), 100_000, 20_000);
}
