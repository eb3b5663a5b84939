package dev.parley.simulation;

import java.time.Instant;
import java.time.InstantSource;

/// The store's time of day. It can be set back, as clocks are.
final class StoreClock implements InstantSource {

    private final VirtualTime time;
    private Instant begin;

    StoreClock(VirtualTime time, Instant begin) {
        this.time = time;
        this.begin = begin;
    }

    @Override
    public Instant instant() {
        return begin.plusNanos(time.nanos());
    }

    void setBack(long millis) {
        begin = begin.minusMillis(millis);
    }
}
