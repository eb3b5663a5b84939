package dev.parley.bench.live;

import dev.parley.bench.report.Latency;
import java.util.Map;

/// How the requests of one kind were answered.
///
/// @param owed what the timetable had
/// @param refused with 429, by code
/// @param unexpected answered neither with 2xx nor with 429
/// @param latestMillis how late the latest was sent
/// @param answers how long they took
public record Sent(
        String what,
        long owed,
        long sent,
        long accepted,
        Map<String, Long> refused,
        long unexpected,
        String firstUnexpected,
        double latestMillis,
        Latency answers) {

    public long refusals() {
        return refused.values().stream().mapToLong(Long::longValue).sum();
    }

    /// What was sent and neither accepted nor refused.
    public long unanswered() {
        return sent - accepted - refusals();
    }
}
