package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.faults.Finding.Kind;
import dev.parley.faults.StoredLog.Head;
import dev.parley.faults.StoredLog.Log;
import dev.parley.faults.StoredLog.Row;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Each planted fault is found, and as what it is; without one nothing is.
class LogCheckTest {

    private static final Log LOBBY = new Log("lobby", "k3x9q2m7");
    private static final String EPOCH = "1k3x9q2m7";

    private final History history = new History();
    private final List<Row> rows = new ArrayList<>();

    /// Null = one that fits the rows.
    private List<Head> heads;

    @Test
    void aSoundLogIsSound() {
        acknowledgedAndStored(20);

        assertThat(found()).isEmpty();
    }

    @Test
    void anEmptyLogIsSound() {
        assertThat(found()).isEmpty();
    }

    @Test
    void aLostMessageIsFound() {
        acknowledgedAndStored(20);
        rows.removeLast();

        assertThat(found()).containsExactly(Kind.LOST);
    }

    @Test
    void aMessageLostInTheMiddleIsFoundAsLostAndAsAHole() {
        acknowledgedAndStored(20);
        rows.remove(10);

        assertThat(found()).containsExactlyInAnyOrder(Kind.LOST, Kind.HOLE);
    }

    @Test
    void aDoubledMessageIsFound() {
        acknowledgedAndStored(20);
        store(message(3), 21);

        assertThat(found()).containsExactly(Kind.DOUBLED);
    }

    @Test
    void aChangedBodyIsFound() {
        acknowledgedAndStored(20);
        Row row = rows.get(5);
        rows.set(
                5, new Row(row.log(), row.seq(), row.sender(), row.clientMsgId(), row.type(), "{\"n\":5.0}", row.ts()));

        assertThat(found()).containsExactly(Kind.ALTERED);
    }

    @Test
    void aHoleIsFound() {
        acknowledgedAndStored(3);
        history.asked(message(3), 0);
        history.answered(message(3), 0, new Answer.Ok(EPOCH, 5, false));
        store(message(3), 5);

        assertThat(found()).containsExactly(Kind.HOLE);
    }

    @Test
    void aHeadBeyondTheRowsIsFound() {
        acknowledgedAndStored(20);
        heads = List.of(new Head(LOBBY, 1, 21));

        assertThat(found()).containsExactly(Kind.WRONG_HEAD);
    }

    @Test
    void rowsWithoutAHeadAreFound() {
        acknowledgedAndStored(20);
        heads = List.of();

        assertThat(found()).containsExactly(Kind.WRONG_HEAD);
    }

    @Test
    void aMessageNobodySentIsFound() {
        acknowledgedAndStored(20);
        store(message(99), 21);

        assertThat(found()).containsExactly(Kind.PHANTOM);
    }

    @Test
    void whatTheServerWritesItselfIsNoPhantom() {
        acknowledgedAndStored(20);
        rows.add(new Row(LOBBY, 21, "@server", "~made", "room.updated", "{}", 1_021));

        assertThat(found()).isEmpty();
    }

    @Test
    void swappedMessagesAreFound() {
        acknowledgedAndStored(20);
        Row fifth = rows.get(5);
        Row sixth = rows.get(6);
        rows.set(5, numbered(sixth, fifth.seq()));
        rows.set(6, numbered(fifth, sixth.seq()));

        assertThat(found()).contains(Kind.OUT_OF_ORDER).containsOnly(Kind.OUT_OF_ORDER, Kind.WRONG_ANSWER);
    }

    @Test
    void messagesThatWereUnderWayTogetherMayHaveAnyOrder() {
        history.asked(message(1), 0);
        history.asked(message(2), 0);
        history.answered(message(1), 0, new Answer.Ok(EPOCH, 2, false));
        history.answered(message(2), 0, new Answer.Ok(EPOCH, 1, false));
        store(message(2), 1);
        store(message(1), 2);

        assertThat(found()).isEmpty();
    }

    @Test
    void anAnswerWithAnotherSeqIsFound() {
        acknowledgedAndStored(20);
        history.asked(message(4), 0);
        history.answered(message(4), 0, new Answer.Ok(EPOCH, 6, true));

        assertThat(found()).containsExactly(Kind.WRONG_ANSWER);
    }

    @Test
    void anAnswerWithAnotherEpochIsFound() {
        acknowledgedAndStored(20);
        history.asked(message(4), 0);
        history.answered(message(4), 0, new Answer.Ok("1aaaaaaaa", 5, true));

        assertThat(found()).containsExactly(Kind.WRONG_ANSWER);
    }

    @Test
    void aSecondAnswerAsNewIsFound() {
        acknowledgedAndStored(20);
        history.asked(message(4), 0);
        history.answered(message(4), 0, new Answer.Ok(EPOCH, 5, false));

        assertThat(found()).containsExactly(Kind.WRONG_ANSWER);
    }

    @Test
    void aRefusedTryThatWasStoredIsFoundByTheRetry() {
        history.asked(message(1), 0);
        history.answered(message(1), 0, new Answer.Refused(503, "store-unavailable"));
        history.asked(message(1), 0);
        history.answered(message(1), 0, new Answer.Ok(EPOCH, 1, true));
        store(message(1), 1);

        assertThat(found()).containsExactly(Kind.WRONG_ANSWER);
    }

    @Test
    void aRefusedTryThatWasStoredIsFoundWithoutARetry() {
        history.asked(message(1), 0);
        history.answered(message(1), 0, new Answer.Refused(503, "overloaded"));
        store(message(1), 1);

        assertThat(found()).containsExactly(Kind.REFUSED_YET_STORED);
    }

    @Test
    void anUnansweredMessageMayBeInTheLogOrNot() {
        history.asked(message(1), 0);
        history.answered(message(1), 0, new Answer.Unknown("timeout"));
        history.asked(message(2), 0);
        history.answered(message(2), 0, new Answer.Unknown("timeout"));
        store(message(1), 1);

        assertThat(found()).isEmpty();
    }

    @Test
    void aRetryAfterALostAnswerMayBeADuplicate() {
        history.asked(message(1), 0);
        history.answered(message(1), 0, new Answer.Unknown("timeout"));
        history.asked(message(1), 0);
        history.answered(message(1), 0, new Answer.Ok(EPOCH, 1, true));
        store(message(1), 1);

        assertThat(found()).isEmpty();
    }

    @Test
    void aServerThatHadToTryTwiceMayCallItsFirstAnswerADuplicate() {
        history.asked(message(1), 0);
        history.answered(message(1), 0, new Answer.Ok(EPOCH, 1, true));
        store(message(1), 1);

        assertThat(found()).isEmpty();
    }

    @Test
    void aTimeThatFallsIsFound() {
        acknowledgedAndStored(20);
        Row row = rows.get(5);
        rows.set(5, new Row(row.log(), row.seq(), row.sender(), row.clientMsgId(), row.type(), row.data(), 1));

        assertThat(found()).containsExactly(Kind.TIME_FELL);
    }

    @Test
    void aFailureNamesWhatWasFound() {
        acknowledgedAndStored(20);
        rows.remove(10);

        assertThatThrownBy(() -> LogCheck.assertSound("planted", history, stored()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("LOST")
                .hasMessageContaining("lobby/alice/id-10")
                .hasMessageContaining("planted.txt");
    }

    private List<Kind> found() {
        return LogCheck.findings(history, stored()).stream().map(Finding::kind).toList();
    }

    private StoredLog stored() {
        long last = rows.isEmpty() ? 0 : rows.getLast().seq();
        return new StoredLog(rows, heads == null ? List.of(new Head(LOBBY, 1, last)) : heads);
    }

    private void acknowledgedAndStored(int messages) {
        for (int i = 0; i < messages; i++) {
            history.asked(message(i), 0);
            history.answered(message(i), 0, new Answer.Ok(EPOCH, i + 1, false));
            store(message(i), i + 1);
        }
    }

    private static Message message(int number) {
        return new Message("lobby", "alice", "id-" + number, "{\"n\":" + number + "}");
    }

    private void store(Message message, long seq) {
        rows.add(new Row(LOBBY, seq, message.sender(), message.clientMsgId(), "text", message.data(), 1_000 + seq));
    }

    private static Row numbered(Row row, long seq) {
        return new Row(row.log(), seq, row.sender(), row.clientMsgId(), row.type(), row.data(), 1_000 + seq);
    }
}
