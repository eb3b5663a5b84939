package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Event;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.NoSuchRoom;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Seqs rise by one, in the order of the batch, and become visible in that order.
abstract class NumberingClauses extends StoreContract {

    private static final int READS = 200;
    private static final int MOST_BATCHES = 2_000;

    @Test
    void theFirstEventHasSeqOneAndTheNextFollowWithoutHole() {
        var room = newRoom("lobby");

        append(room.messages("m", 3));
        append(room.message("m4"));
        append(room.messages("n", 3));

        assertThat(ids(room)).containsExactly("m1", "m2", "m3", "m4", "n1", "n2", "n3");
        assertThat(seqs(after(room, 0, 500))).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void answersComeInTheOrderOfTheBatch() {
        var a = newRoom("a");
        var b = newRoom("b");

        var results = append(b.message("b1"), a.message("a1"), b.message("b2"), a.message("a2"), b.message("b3"));

        assertThat(results.stream().map(StoreContract::appended).map(event -> event.clientMsgId() + "=" + event.seq()))
                .containsExactly("b1=1", "a1=1", "b2=2", "a2=2", "b3=3");
    }

    @Test
    void anEmptyBatchHasNoAnswers() {
        assertThat(append(List.of())).isEmpty();
    }

    @Test
    void whoDoesNotWaitIsAnsweredWhenNobodyHoldsTheRoom() {
        var room = newRoom("lobby");

        var results = log.append(room.messages("m", 3), Patience.SKIP_HELD);

        assertThat(results.stream().map(StoreContract::appended).map(Event::seq))
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void aBatchOfFiveHundredIsAppendedInOrder() {
        var room = newRoom("lobby");

        append(room.messages("m", 500));

        assertThat(ids(room))
                .isEqualTo(IntStream.rangeClosed(1, 500).mapToObj(i -> "m" + i).toList());
    }

    @Test
    void aLosingItemFailsAloneAndBurnsNoSeq() {
        var room = newRoom("lobby");

        var results = append(
                room.message("m1"),
                room.underRules(7).message("other-rules"),
                room.to("nowhere").message("lost"),
                room.inAnotherLife().message("other-life"),
                room.message("m2"));

        assertThat(appended(results.get(0)).seq()).isEqualTo(1);
        assertThat(results.subList(1, 4)).containsExactly(new RulesMoved(), new NoSuchRoom(), new RulesMoved());
        assertThat(appended(results.get(4)).seq()).isEqualTo(2);
        assertThat(ids(room)).containsExactly("m1", "m2");
    }

    @Test
    void anAppendWithoutARoomAndWithoutACreationIsRefusedAndLeavesNoTrace() {
        var nowhere = Appends.toNew("nowhere");

        assertThat(appendOne(nowhere.message("m1"))).isEqualTo(new NoSuchRoom());

        assertThat(rooms.read(nowhere.room())).isEmpty();
        assertThat(log.page(nowhere.room(), new PageRequest.Newest(), 1)).isEqualTo(new LogPage.NoSuchRoom());
    }

    @Test
    void tsIsTheStoresClockAtTheCommit() {
        var room = newRoom("lobby");

        long before = rows(newest(room, 1)).storeNow();
        var event = appended(room.message("m1"));

        assertThat(event.ts()).isBetween(before, rows(newest(room, 1)).storeNow());
    }

    @Test
    void tsNeverFallsWhenTheClockStepsBack() {
        var room = newRoom("lobby");
        long ts = appended(room.message("m1")).ts();

        store.age(room.room(), Duration.ofHours(-1));
        append(room.message("m2"), room.message("m3"));

        var read = everything(room.room()).stream().map(Event::ts).toList();
        assertThat(read).isSorted();
        assertThat(read.getLast()).isGreaterThanOrEqualTo(ts);
    }

    @Test
    void tsRisesWithTheClock() {
        var room = newRoom("lobby");
        append(room.message("m1"));

        store.age(room.room(), Duration.ofMinutes(5));
        append(room.message("m2"));

        var events = everything(room.room());
        assertThat(events.get(1).ts() - events.get(0).ts()).isGreaterThanOrEqualTo(300_000);
    }

    @Test
    void manyThreadsAppendToAFewRoomsEachOnceAndWithoutHole() {
        var targets = List.of(newRoom("a"), newRoom("b"), newRoom("c"));

        AtOnce.run(24, thread -> () -> {
            for (int batch = 0; batch < 5; batch++) {
                append(batchOf(targets, thread, batch));
            }
            return thread;
        });

        for (var room : targets) {
            var events = everything(room.room());
            assertThat(events.stream().map(Event::seq)).containsExactlyElementsOf(upTo(24 * 5 * 4));
            assertThat(events.stream().map(Event::clientMsgId)).doesNotHaveDuplicates();
        }
    }

    /// Four messages for each room, the rooms in another order in each thread: a store that locks them as
    /// they come blocks itself.
    private static List<Append> batchOf(List<Appends> targets, int thread, int batch) {
        var items = new ArrayList<Append>();
        for (int i = 0; i < targets.size() * 4; i++) {
            items.add(targets.get((thread + i) % targets.size()).message(thread + "-" + batch + "-" + i));
        }
        return items;
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void aReaderNeverSeesASeqBeforeTheOneBelow() {
        var room = newRoom("lobby");
        var readEnough = new AtomicBoolean();
        var writers = new AtomicInteger(4);

        var seen = AtOnce.<Long>run(
                5,
                thread -> thread == 0
                        ? () -> follow(room, readEnough, writers)
                        : () -> write(room, thread, readEnough, writers));

        assertThat(everything(room.room()).stream().map(Event::seq)).isEqualTo(upTo(seen.getFirst()));
    }

    private long write(Appends room, int thread, AtomicBoolean readEnough, AtomicInteger writers) {
        int i = 0;
        try {
            while (!readEnough.get() && i < MOST_BATCHES) {
                append(room.message(thread + "a" + i), room.message(thread + "b" + i));
                i++;
            }
            return 2L * i;
        } finally {
            writers.decrementAndGet();
        }
    }

    /// Reads on from where it is, the way a server's tail does, and to the head when all writers have
    /// ended.
    private long follow(Appends room, AtomicBoolean readEnough, AtomicInteger writers) {
        long at = 0;
        try {
            for (int i = 0; i < READS; i++) {
                at = next(room, at);
            }
        } finally {
            readEnough.set(true);
        }
        while (writers.get() > 0 || at < state(room).head()) {
            at = next(room, at);
        }
        return at;
    }

    private long next(Appends room, long at) {
        var newest = seqs(newest(room, 7));
        assertThat(newest).isEqualTo(from(newest.isEmpty() ? 1 : newest.getFirst(), newest.size()));
        var next = seqs(after(room, at, 500));
        assertThat(next).isEqualTo(from(at + 1, next.size()));
        return at + next.size();
    }

    private static List<Long> from(long first, int count) {
        return LongStream.range(first, first + count).boxed().toList();
    }
}
