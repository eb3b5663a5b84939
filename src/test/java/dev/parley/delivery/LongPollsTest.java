package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Event;
import dev.parley.log.LogPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class LongPollsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");
    private final LongPolls polls = new LongPolls(fixture.tails, fixture.time, fixture.time, 2);
    private final List<Optional<LogPage.Rows>> answers = new ArrayList<>();

    private boolean await(long seq, Predicate<Event> wanted) {
        boolean taken = polls.await(room.id, room.at(seq), wanted, PATIENCE, answers::add);
        fixture.settle();
        return taken;
    }

    private static List<Long> seqs(Optional<LogPage.Rows> rows) {
        return rows.orElseThrow().events().stream().map(Event::seq).toList();
    }

    @Test
    void theNextEventEndsTheWaitWithoutARead() {
        log.add(room, 3);
        assertThat(await(3, _ -> true)).isTrue();
        int reads = log.reads.size();
        assertThat(answers).isEmpty();
        fixture.publish(room, 2);
        fixture.settle();

        assertThat(seqs(answers.getFirst())).containsExactly(4L, 5L);
        assertThat(answers.getFirst().orElseThrow().head()).isEqualTo(5);
        assertThat(log.reads).hasSize(reads);
        assertThat(polls.waiting()).isZero();
    }

    @Test
    void whatHappenedBeforeItListenedIsSeenAtOnce() {
        log.add(room, 3);
        await(1, _ -> true);

        assertThat(seqs(answers.getFirst())).containsExactly(2L, 3L);
    }

    @Test
    void whatIsNotWantedDoesNotEndTheWaitButMovesTheCursor() {
        await(0, event -> event.type().value().equals("note"));
        fixture.publish(room, 2);
        fixture.settle();
        assertThat(answers).isEmpty();
        fixture.pass(20_100);

        assertThat(seqs(answers.getFirst())).containsExactly(1L, 2L);
    }

    @Test
    void patienceEndsWithNothing() {
        await(0, _ -> true);
        fixture.pass(19_900);
        assertThat(answers).isEmpty();
        fixture.pass(200);

        assertThat(seqs(answers.getFirst())).isEmpty();
        fixture.publish(room, 1);
        fixture.settle();
        assertThat(answers).as("once").hasSize(1);
    }

    @Test
    void aCursorThatTheTailDoesNotServeIsForTheLogToAnswer() {
        log.add(room, 1_000);
        await(3, _ -> true);
        assertThat(answers).containsExactly(Optional.empty());
        answers.clear();

        await(1_000, _ -> true);
        log.create("r", "bbbbbbbb");
        fixture.tails.uncertain(room.id);
        fixture.settle();
        assertThat(answers).as("another log").containsExactly(Optional.empty());
    }

    @Test
    void waitersAreBounded() {
        assertThat(await(0, _ -> true)).isTrue();
        assertThat(await(0, _ -> true)).isTrue();
        assertThat(await(0, _ -> true)).isFalse();
        fixture.publish(room, 1);
        fixture.settle();
        assertThat(answers).hasSize(2);

        assertThat(await(1, _ -> true)).isTrue();
    }

    @Test
    void theEndAnswersEverybody() {
        await(0, _ -> true);
        polls.end();
        fixture.settle();
        assertThat(answers).hasSize(1);
        await(0, _ -> true);
        assertThat(answers).as("nobody waits any more").hasSize(2);

        fixture.pass(31_000);
        assertThat(fixture.tails.size()).isZero();
    }
}
