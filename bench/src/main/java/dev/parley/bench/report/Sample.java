package dev.parley.bench.report;

import java.util.Map;

/// One round of one cell.
///
/// @param count what was acknowledged
/// @param seconds from the first hand-in to the last answer
/// @param also further figures by name, in the order in which they are shown
public record Sample(long count, double seconds, Latency latency, Map<String, Double> also) {

    public double perSecond() {
        return seconds == 0 ? 0 : count / seconds;
    }
}
