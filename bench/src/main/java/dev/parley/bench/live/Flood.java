package dev.parley.bench.live;

import java.time.Duration;

/// Who sends what into the room, per second, and for how long.
///
/// @param chat lines, every other one of the tier `high` and `low`
/// @param gifts of the tier `critical`
/// @param hearts signals that are added up
/// @param typing signals of which the latest of a sender counts
/// @param senders whose names they carry, in turn
/// @param connections over which the chat comes, with one request at a time each
/// @param padding bytes after the stamp of a text
/// @param warmUp what is sent in this time first does not count for latencies and costs
/// @param drain how long is waited for the last deliveries
public record Flood(
        double chat,
        double gifts,
        double hearts,
        double typing,
        int senders,
        int connections,
        int padding,
        Duration warmUp,
        Duration length,
        Duration drain) {}
