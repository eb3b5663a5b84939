package dev.parley.bench.live;

/// Counts the signals that one viewer hears. One thread.
final class HeardSignals {

    private static final long SECOND = 1_000_000_000L;

    private long all;
    private long now;
    private long second;
    private int inSecond;
    private int most;

    void readAt(long nanos) {
        now = nanos;
    }

    void heard() {
        all++;
        long at = now / SECOND;
        inSecond = at == second ? inSecond + 1 : 1;
        second = at;
        most = Math.max(most, inSecond);
    }

    long all() {
        return all;
    }

    /// Of the seconds as the clock counts them, the one with most.
    int mostInASecond() {
        return most;
    }
}
