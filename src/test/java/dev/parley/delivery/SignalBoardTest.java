package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Author;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Signal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What signals come to while they wait.
class SignalBoardTest {

    private final SignalBoard board = new SignalBoard();

    static Signal latest(String type, String sender, int value) {
        return new Signal.Latest(new EventType(type), author(sender), JsonText.of(Integer.toString(value)), 5_000);
    }

    static Signal sum(String type, String sender, long n) {
        return new Signal.Sum(new EventType(type), author(sender), n, 5_000);
    }

    private static Author author(String sender) {
        return new Author(new Sender(sender), null);
    }

    @Test
    void theNewestOfATypeAndSenderCounts() {
        board.put(latest("typing", "anna", 1), 0);
        board.put(latest("typing", "bob", 1), 0);
        board.put(latest("typing", "anna", 2), 0);
        board.put(latest("mood", "anna", 7), 0);

        assertThat(board.take(0))
                .containsExactly(latest("typing", "anna", 2), latest("typing", "bob", 1), latest("mood", "anna", 7));
        assertThat(board.size()).isZero();
    }

    @Test
    void sumsOfATypeAreAddedUpAndNameASenderOnlyWhenThereIsOne() {
        board.put(sum("heart", "anna", 3), 0);
        board.put(sum("heart", "anna", 4), 0);
        board.put(sum("clap", "anna", 1), 0);
        board.put(sum("clap", "bob", -5), 0);

        assertThat(board.take(0))
                .containsExactly(sum("heart", "anna", 7), new Signal.Sum(new EventType("clap"), null, -4, 5_000));
    }

    @Test
    void aPassHoldsTwentyAndFiveOfAType() {
        for (int i = 0; i < 8; i++) {
            board.put(latest("typing", "user" + i, i), 0);
        }
        for (int i = 0; i < 30; i++) {
            board.put(latest("type" + i, "anna", i), 0);
        }

        List<Signal> first = board.take(0);
        assertThat(first).hasSize(20);
        assertThat(first)
                .filteredOn(signal -> signal.type().value().equals("typing"))
                .hasSize(5);
        assertThat(board.take(0)).hasSize(18).startsWith(latest("typing", "user5", 5));
    }

    @Test
    void beyondItsBoundTheOldestMakesPlaceButNoSumDoes() {
        board.put(sum("heart", "anna", 1), 0);
        for (int i = 0; i < SignalBoard.MOST_WAITING; i++) {
            assertThat(board.put(latest("typing", "user" + i, i), 0)).isTrue();
        }

        assertThat(board.size()).isEqualTo(SignalBoard.MOST_WAITING);
        assertThat(board.dropped()).isEqualTo(1);
        assertThat(board.take(0)).startsWith(sum("heart", "anna", 1), latest("typing", "user1", 1));
    }

    @Test
    void aBoardFullOfSumsTakesNoFurtherTypeAndStillAddsUp() {
        for (int i = 0; i < SignalBoard.MOST_WAITING; i++) {
            board.put(sum("type" + i, "anna", 1), 0);
        }

        assertThat(board.put(sum("further", "anna", 1), 0)).isFalse();
        assertThat(board.put(latest("typing", "anna", 1), 0)).isFalse();
        assertThat(board.put(sum("type0", "anna", 1), 0)).isTrue();
        assertThat(board.take(0)).startsWith(sum("type0", "anna", 2));
    }

    @Test
    void whatIsToldTooLateIsNotToldUnlessItIsASum() {
        board.put(latest("typing", "anna", 1), 0);
        board.put(sum("heart", "anna", 1), 0);

        assertThat(board.take(Duration.ofSeconds(6).toNanos())).containsExactly(sum("heart", "anna", 1));
        assertThat(board.dropped()).isEqualTo(1);
    }
}
