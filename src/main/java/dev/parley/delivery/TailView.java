package dev.parley.delivery;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;

/// A tail at one moment. Its array is shared with later views, which only ever fill slots behind this one's
/// end.
final class TailView implements Stretch {

    private final Epoch epoch;
    private final long floor;
    private final TailEntry[] entries;
    private final int from;
    private final int to;
    private final long logFirst;
    private final long amended;
    private final boolean gone;
    private final TierTotals atFloor;

    TailView(
            Epoch epoch,
            TierTotals atFloor,
            TailEntry[] entries,
            int from,
            int to,
            long logFirst,
            long amended,
            boolean gone) {
        this.epoch = epoch;
        this.floor = atFloor.seq();
        this.atFloor = atFloor;
        this.entries = entries;
        this.from = from;
        this.to = to;
        this.logFirst = logFirst;
        this.amended = amended;
        this.gone = gone;
    }

    /// Of a room that was not there when the log was first looked at.
    static TailView nowhere() {
        return new TailView(new Epoch(0, new Life("00000000")), TierTotals.from(0), new TailEntry[0], 0, 0, 1, 0, true);
    }

    @Override
    public Epoch epoch() {
        return epoch;
    }

    @Override
    public long floor() {
        return floor;
    }

    @Override
    public long last() {
        return floor + to - from;
    }

    @Override
    public TailEntry at(long seq) {
        return entries[from + (int) (seq - floor - 1)];
    }

    Position head() {
        return new Position(epoch, last());
    }

    /// What left the tail up to here.
    TierTotals atFloor() {
        return atFloor;
    }

    /// The same up to a cursor that it holds; unknown for others.
    TierTotals totals(Position cursor) {
        boolean held = cursor.epoch().equals(epoch) && cursor.seq() >= floor && cursor.seq() <= last();
        return held ? atFloor.upTo(this, cursor.seq()) : TierTotals.UNKNOWN;
    }

    /// The oldest seq the log kept when it was last read.
    long logFirst() {
        return logFirst;
    }

    /// What was read of the log when its head was lower may show messages as they are no more.
    long amended() {
        return amended;
    }

    /// Whether the room does not exist any more; what it said last may still be here.
    boolean gone() {
        return gone;
    }

    TailView withoutRoom() {
        return new TailView(epoch, atFloor, entries, from, to, logFirst, amended, true);
    }
}
