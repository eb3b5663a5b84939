package dev.parley.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.bench.BenchFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The audit is what makes a fast wrong log worthless, so each fault is planted once.
class AuditTest {

    private static final int MESSAGES = 40;

    private final Rooms rooms = new Rooms("room-", 3);
    private final Ledger ledger = new Ledger(MESSAGES);
    private final List<Row> rows = new ArrayList<>();

    AuditTest() {
        Map<String, Long> heads = new HashMap<>();
        for (int i = 0; i < MESSAGES; i++) {
            int n = ledger.claim();
            String room = rooms.room(n).value();
            long seq = heads.merge(room, 1L, Long::sum);
            ledger.acknowledge(n, seq);
            rows.add(new Row(room, seq, Integer.toString(n), rooms.data(n)));
        }
        rows.sort(Comparator.comparing(Row::room).thenComparing(Row::seq));
    }

    private long audit() {
        var audit = new Audit(rooms, ledger);
        rows.forEach(audit);
        return audit.complete();
    }

    private void replace(int index, Row row) {
        rows.set(index, row);
    }

    private void isFound(String fault) {
        assertThatThrownBy(this::audit)
                .isInstanceOf(BenchFailure.class)
                .hasMessageStartingWith("the log is wrong")
                .hasMessageContaining(fault);
    }

    @Test
    void whatWasAcknowledgedAndNothingElseIsRight() {
        assertThat(audit()).isEqualTo(MESSAGES);
    }

    @Test
    void aLostMessageAtARoomsEndIsFound() {
        rows.removeLast();
        isFound("of 40 acknowledged appends it holds 39");
    }

    @Test
    void aHoleIsFound() {
        rows.remove(3);
        isFound("follows seq 3 of its room");
    }

    @Test
    void aRoomThatDoesNotBeginWithSeqOneIsFound() {
        rows.removeFirst();
        isFound("follows seq 0 of its room");
    }

    @Test
    void aSecondCopyOfAMessageIsFound() {
        var last = rows.getLast();
        rows.add(new Row(last.room(), last.seq() + 1, last.clientMsgId(), last.data()));
        isFound("is in the log twice");
    }

    @Test
    void anAcknowledgementWithAnotherSeqIsFound() {
        var row = rows.get(5);
        ledger.acknowledge(Integer.parseInt(row.clientMsgId()), row.seq() + 1);
        isFound("was acknowledged with seq " + (row.seq() + 1));
    }

    @Test
    void aMessageThatWasNeverAcknowledgedIsFound() {
        ledger.acknowledge(Integer.parseInt(rows.get(5).clientMsgId()), 0);
        isFound("was acknowledged with seq 0");
    }

    @Test
    void otherDataIsFound() {
        var row = rows.get(5);
        replace(5, new Row(row.room(), row.seq(), row.clientMsgId(), row.data().replace("all", "al")));
        isFound("was sent with other data");
    }

    @Test
    void twoMessagesThatChangedPlacesAreFound() {
        var a = rows.get(5);
        var b = rows.get(6);
        replace(5, new Row(a.room(), a.seq(), b.clientMsgId(), b.data()));
        replace(6, new Row(b.room(), b.seq(), a.clientMsgId(), a.data()));
        isFound("was acknowledged with seq");
    }

    @Test
    void anIdThatNobodySentIsFound() {
        var row = rows.get(5);
        replace(5, new Row(row.room(), row.seq(), "40", row.data()));
        isFound("has an id that nobody sent");
        replace(5, new Row(row.room(), row.seq(), "~made", row.data()));
        isFound("has an id that nobody sent");
    }

    @Test
    void aMessageInAnotherRoomIsFound() {
        var row = rows.getFirst();
        var other = rows.getLast();
        rows.clear();
        rows.add(new Row(other.room(), row.seq(), row.clientMsgId(), row.data()));
        isFound("belongs into " + row.room());
    }
}
