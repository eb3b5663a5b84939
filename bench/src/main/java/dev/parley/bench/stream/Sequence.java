package dev.parley.bench.stream;

/// What one connection saw of one room.
final class Sequence {

    /// How far behind the newest seq a late one is told from a repeated one.
    private static final int REMEMBERED = Long.SIZE;

    private String epoch = "";
    private long last = Receiver.NONE;
    /// Bit n: seq `last − n` was seen.
    private long seen;
    private long count;
    private long sum;

    void startsAfter(String newEpoch, long seq) {
        epoch = newEpoch;
        last = seq;
        seen = -1;
    }

    void leftOut(long seq, Tally tally) {
        if (seq > last) {
            tally.told(seq - last);
            last = seq;
            seen = -1;
        }
    }

    /// Whether it is a message of the load that was not here before.
    boolean delivered(long seq, long stamp, Tally tally) {
        boolean isNew = seq == Receiver.NONE || isNew(seq, tally);
        if (isNew && stamp != Receiver.NONE) {
            count++;
            sum += stamp;
            return true;
        }
        return false;
    }

    private boolean isNew(long seq, Tally tally) {
        if (seq == last + 1) {
            last = seq;
            seen = seen << 1 | 1;
            return true;
        }
        if (seq > last) {
            tally.hole(seq - last - 1);
            seen = seq - last < REMEMBERED ? seen << (seq - last) | 1 : 1;
            last = seq;
            return true;
        }
        long behind = last - seq;
        if (behind < REMEMBERED && (seen >>> behind & 1) == 0) {
            seen |= 1L << behind;
            tally.late();
            return true;
        }
        tally.repeated();
        return false;
    }

    long count() {
        return count;
    }

    /// Of all stamps: with the count it tells whether it was those that were published. One lost and one doubled would
    /// have to be the same to hide each other.
    long sum() {
        return sum;
    }

    String cursor() {
        return epoch + ":" + last;
    }
}
