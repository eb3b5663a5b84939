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
/// @param slice streams of a lane served before its loop reads and accepts again; a room with more of them on a lane is
///     a big one
/// @param passGap from the start of one pass of a big room to that of the next: what comes meanwhile is merged
/// @param pings how often a socket is pinged
/// @param pongDeadline how long a socket's client may say nothing after a ping before it is closed
/// @param maxPinned bytes of buffers that a connection has not taken completely; at the bound nothing more is
///     written to it, so that it pins at most these and one write
/// @param pullJitter within which clients that pull wait before they do
public record StreamSettings(
        Duration writeDeadline,
        Duration heartbeat,
        int maxStreams,
        int maxCatchUps,
        int slice,
        Duration passGap,
        Duration pings,
        Duration pongDeadline,
        int maxPinned,
        Duration pullJitter) {

    /// Slice and gap are those with the lowest p99 at the highest rates of publishing that a core carries.
    public static final StreamSettings DEFAULT = new StreamSettings(
            Duration.ofSeconds(10),
            Duration.ofSeconds(15),
            100_000,
            20_000,
            128,
            Duration.ofMillis(10),
            Duration.ofSeconds(25),
            Duration.ofSeconds(10),
            64 << 10,
            Duration.ofMillis(500));

    public StreamSettings(Duration writeDeadline, Duration heartbeat, int maxStreams, int maxCatchUps) {
        this(
                writeDeadline,
                heartbeat,
                maxStreams,
                maxCatchUps,
                DEFAULT.slice,
                DEFAULT.passGap,
                DEFAULT.pings,
                DEFAULT.pongDeadline,
                DEFAULT.maxPinned,
                DEFAULT.pullJitter);
    }

    public StreamSettings withPasses(int streams, Duration gap) {
        return new StreamSettings(
                writeDeadline,
                heartbeat,
                maxStreams,
                maxCatchUps,
                streams,
                gap,
                pings,
                pongDeadline,
                maxPinned,
                pullJitter);
    }

    public StreamSettings withMaxPinned(int bytes) {
        return new StreamSettings(
                writeDeadline,
                heartbeat,
                maxStreams,
                maxCatchUps,
                slice,
                passGap,
                pings,
                pongDeadline,
                bytes,
                pullJitter);
    }

    public StreamSettings withPullJitter(Duration jitter) {
        return new StreamSettings(
                writeDeadline,
                heartbeat,
                maxStreams,
                maxCatchUps,
                slice,
                passGap,
                pings,
                pongDeadline,
                maxPinned,
                jitter);
    }
}
