package dev.parley.bench.stream;

import java.util.List;

/// What a run of publishing gave.
///
/// @param findings of the connections that read at full speed, but for the crowd
/// @param hindered of those that did not
/// @param crowd of those of the crowd that read at full speed
/// @param seconds of the window
/// @param cpuMicros of the server in the window
/// @param busy the part of the window in which the load generator computed
/// @param wireBytes received in all, with all framing
/// @param reads calls that received them
/// @param sent messages, all
/// @param owed messages that the timetable had
/// @param acknowledged of the sent ones
/// @param refused of the sent ones, and how the first was
/// @param latestMillis how late the latest was sent
/// @param incomplete connections that did not receive exactly what was acknowledged
/// @param dead connections that were refused, or broke, from the beginning on; not those that did not read
public record Outcome(
        Findings findings,
        Findings hindered,
        Findings crowd,
        double seconds,
        double cpuMicros,
        double busy,
        long wireBytes,
        long reads,
        long sent,
        long owed,
        long acknowledged,
        long refused,
        String refusal,
        double latestMillis,
        long incomplete,
        int dead,
        String firstReason,
        List<TimePoint> timeline) {

    /// Of all connections that read at full speed.
    public Findings whole() {
        return findings.plus(crowd);
    }

    public double perSecond() {
        return whole().counted() / seconds;
    }

    public double cpuMicrosEach() {
        return cpuMicros / Math.max(1, whole().counted());
    }

    public double serverPercent() {
        return cpuMicros / seconds / 1e4;
    }

    /// Bytes of an event.
    public double frame() {
        return (double) findings.frames() / Math.max(1, findings.deliveries());
    }

    public boolean exact() {
        Findings all = whole();
        return incomplete == 0
                && dead == 0
                && all.holes() == 0
                && all.late() == 0
                && all.repeated() == 0
                && all.told() == 0;
    }
}
