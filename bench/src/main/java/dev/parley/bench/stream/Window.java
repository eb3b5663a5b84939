package dev.parley.bench.stream;

/// The time in which a message has to be due to count: what comes before warms up.
final class Window {

    private long from = Long.MAX_VALUE;
    private long to = Long.MAX_VALUE;

    void set(long begin, long end) {
        from = begin;
        to = end;
    }

    boolean contains(long nanos) {
        return nanos >= from && nanos < to;
    }

    long from() {
        return from;
    }

    long to() {
        return to;
    }
}
