package dev.parley.bench.load;

import dev.parley.bench.BenchFailure;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Compares what the store holds with what was acknowledged: every acknowledged message is there once, in its room,
/// with
/// its seq and its data, nothing else is, and each room's seqs run from 1 without a hole. Rows come by room and seq.
public final class Audit implements Consumer<Row> {

    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

    private final Rooms rooms;
    private final Ledger ledger;
    private final BitSet found;
    private String room = "";
    private long lastSeq;

    public Audit(Rooms rooms, Ledger ledger) {
        this.rooms = rooms;
        this.ledger = ledger;
        this.found = new BitSet(ledger.end());
    }

    @Override
    public void accept(Row row) {
        if (!row.room().equals(room)) {
            room = row.room();
            lastSeq = 0;
        }
        require(row.seq() == lastSeq + 1, row, "follows seq " + lastSeq + " of its room");
        lastSeq = row.seq();
        int n = number(row);
        require(!found.get(n), row, "is in the log twice");
        found.set(n);
        require(ledger.seq(n) == row.seq(), row, "was acknowledged with seq " + ledger.seq(n));
        require(rooms.room(n).value().equals(row.room()), row, "belongs into " + rooms.room(n));
        require(rooms.data(n).equals(row.data()), row, "was sent with other data");
    }

    private int number(Row row) {
        require(NUMBER.matcher(row.clientMsgId()).matches(), row, "has an id that nobody sent");
        int n = Integer.parseInt(row.clientMsgId());
        require(n < ledger.end(), row, "has an id that nobody sent");
        return n;
    }

    private static void require(boolean right, Row row, String otherwise) {
        if (!right) {
            throw BenchFailure.wrong("the log is wrong: message %s with seq %d of %s %s."
                    .formatted(row.clientMsgId(), row.seq(), row.room(), otherwise));
        }
    }

    /// To be called after the last row.
    ///
    /// @return how many rows there were
    public long complete() {
        if (found.cardinality() != ledger.acknowledged()) {
            throw BenchFailure.wrong("the log is wrong: of %,d acknowledged appends it holds %,d."
                    .formatted(ledger.acknowledged(), found.cardinality()));
        }
        return found.cardinality();
    }
}
