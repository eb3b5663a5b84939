package dev.parley.bench.stream;

import java.time.Duration;

/// What is published, and when.
///
/// @param rate messages a second, over all rooms together but the crowd's
/// @param warmUp what is published in this time first does not count
/// @param padding bytes after the stamp of a text
/// @param frame bytes of an event as it is framed; above 0 the padding is chosen so that events have this size
/// @param drain how long is waited for the last deliveries
/// @param crowdRate messages a second in the crowd's room
public record Timetable(
        double rate, Duration warmUp, Duration length, int padding, int frame, Duration drain, double crowdRate) {

    public Timetable(double rate, Duration warmUp, Duration length, int padding, int frame, Duration drain) {
        this(rate, warmUp, length, padding, frame, drain, 0);
    }

    double wholeRate() {
        return rate + crowdRate;
    }
}
