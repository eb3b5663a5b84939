package dev.parley.bench.stream;

/// Finds the stamp in one event after the other: nearly always where it was in the last one.
public final class StampFinder {

    private int offset = -1;

    /// The stamp in these bytes, or −1.
    public long find(byte[] bytes, int from, int to) {
        long stamp = offset < 0 ? -1 : Stamp.read(bytes, from + offset, to);
        if (stamp < 0) {
            int at = Stamp.find(bytes, from, to);
            if (at >= 0) {
                offset = at - from;
                stamp = Stamp.read(bytes, at, to);
            }
        }
        return stamp;
    }
}
