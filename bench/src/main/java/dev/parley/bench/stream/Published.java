package dev.parley.bench.stream;

/// What every reader of a room has to have received in the end.
final class Published {

    private final long[] counts;
    private final long[] sums;
    private long count;

    Published(int rooms) {
        counts = new long[rooms];
        sums = new long[rooms];
    }

    void acknowledged(int room, long stamp) {
        add(room, 1, stamp);
    }

    void add(int room, long messages, long sum) {
        counts[room] += messages;
        sums[room] += sum;
        count += messages;
    }

    long count() {
        return count;
    }

    long count(int room) {
        return counts[room];
    }

    long sum(int room) {
        return sums[room];
    }

    boolean matches(int room, long messages, long sum) {
        return counts[room] == messages && sums[room] == sum;
    }
}
