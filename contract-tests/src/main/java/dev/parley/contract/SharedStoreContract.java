package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Event;
import dev.parley.kernel.Tier;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.AppendResult.RoomExists;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.SenderLimits;
import dev.parley.log.spi.RoomLog;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Two servers over one store keep together what each keeps alone.
public abstract class SharedStoreContract extends StoreContract {

    private static final RoomSettings KEEPS_ONE = new RoomSettings("", new Retention(1, 0), 0, false);

    private RoomLog log(int server) {
        return (server % 2 == 0 ? store.first() : store.second()).log();
    }

    private Settled appendBySecond(Append item) {
        return append(store.second().log(), List.of(item)).getFirst();
    }

    @Test
    void eachSeesAtOnceWhatTheOtherAppended() {
        var room = newRoom("lobby");
        for (int i = 1; i <= 10; i++) {
            append(log(i), List.of(room.message("m" + i)));

            var other = i % 2 == 0 ? store.second() : store.first();
            assertThat(other.rooms().read(room.room()).orElseThrow().head()).isEqualTo(i);
            assertThat(everything(other, room.room())).hasSize(i);
        }
        assertThat(everything(store.second(), room.room())).isEqualTo(everything(store.first(), room.room()));
    }

    @Test
    void writersOnBothFillAFewRoomsWithoutHole() {
        var targets = List.of(newRoom("a"), newRoom("b"), newRoom("c"));

        AtOnce.run(16, thread -> () -> {
            for (int i = 0; i < 10; i++) {
                var mine = targets.get((thread + i) % 3);
                var next = targets.get((thread + i + 1) % 3);
                append(log(thread), List.of(mine.message(thread + "-" + i), next.message(thread + "+" + i)));
            }
            return thread;
        });

        var lengths = targets.stream().mapToLong(room -> {
            var events = everything(room.room());
            assertThat(events.stream().map(Event::seq))
                    .isEqualTo(LongStream.rangeClosed(1, events.size()).boxed().toList());
            assertThat(events.stream().map(Event::clientMsgId)).doesNotHaveDuplicates();
            return events.size();
        });
        assertThat(lengths.sum()).isEqualTo(16 * 10 * 2);
    }

    @Test
    void fiftyThreadsOnBothWithOneIdGetFiftyEqualAnswers() {
        var room = newRoom("lobby");

        var answers = AtOnce.run(
                50,
                thread -> () -> append(log(thread), List.of(room.message("m1"))).getFirst());

        assertThat(answers.stream().map(answer -> ((Appended) answer).event()).distinct())
                .hasSize(1);
        assertThat(answers.stream().filter(answer -> !((Appended) answer).duplicate()))
                .hasSize(1);
        assertThat(ids(room)).containsExactly("m1");
    }

    @Test
    void aRepeatAtTheOtherServerGetsTheFirstAnswerAlsoAfterTrimming() {
        var room = newRoom("lobby", RoomKind.DURABLE, KEEPS_ONE);
        var first = appended(room.message("m1"));
        append(room.message("m2"));

        assertThat(duplicate(appendBySecond(room.message("m1")))).isEqualTo(first);
        log.trim(room.room(), 500);

        assertThat(duplicate(appendBySecond(room.message("m1")))).isEqualTo(first);
        assertThat(appendBySecond(room.message("m1", "\"other\""))).isEqualTo(new IdReused(1));
    }

    @Test
    void theLimitsOfRoomAndSendersHoldOverBoth() {
        var room = newRoom("lobby");
        var rounds = new AtomicInteger();

        var results = AtOnce.run(
                8,
                thread -> () -> append(
                        log(thread),
                        List.of(
                                room.limiting(new SenderLimits(0, 3_600)).message("alice" + thread),
                                room.by("bob").limitedTo(1).message("bob" + thread),
                                room.by("carol").message("carol" + rounds.incrementAndGet(), Tier.CRITICAL),
                                room.by("carol").message("carol" + rounds.incrementAndGet(), Tier.CRITICAL))));

        assertThat(results.stream().filter(it -> it.get(0) instanceof Appended)).hasSize(1);
        assertThat(results.stream().filter(it -> it.get(1) instanceof Appended)).hasSizeBetween(1, 2);
        assertThat(results.stream().flatMap(it -> it.subList(2, 4).stream()).filter(Appended.class::isInstance))
                .hasSizeBetween(10, 16);
    }

    @Test
    void rulesMovedByTheOtherServerAreNoticed() {
        var room = newRoom("lobby");
        appended(appendBySecond(room.newSettings("s1", KEEPS_ONE, 1)));

        assertThat(appendOne(room.message("m1"))).isEqualTo(new RulesMoved());

        assertThat(appended(room.underRules(2).message("m1")).seq()).isEqualTo(2);
    }

    @Test
    void aChangeRunAgainAtTheOtherServerIsAppliedOnce() {
        var room = newRoom("lobby");
        var first = appended(room.newSettings("s1", KEEPS_ONE, 1));

        assertThat(duplicate(appendBySecond(room.newSettings("s1", KEEPS_ONE, 1))))
                .isEqualTo(first);

        assertThat(state(room).version()).isEqualTo(2);
    }

    @Test
    void aRoomCreatedByBothAtOnceHasOneLife() {
        var rooms = List.of(Appends.toNew("lobby"), Appends.toNew("lobby"));

        var results = AtOnce.run(
                2, i -> () -> append(log(i), List.of(rooms.get(i).creation())).getFirst());

        assertThat(results)
                .containsExactlyInAnyOrder(new Applied(state(rooms.getFirst()).epoch(), false), new RoomExists());
    }

    @Test
    void aRoomDestroyedByOneIsGoneForTheOther() {
        var room = newRoom("lobby");
        appended(appendBySecond(room.destruction("d1", null)));

        assertThat(rooms.read(room.room())).isEmpty();
        var again = newRoom("lobby");

        assertThat(appended(appendBySecond(again.message("m1"))).seq()).isEqualTo(1);
    }

    @Test
    void twoRaisersOfOneGenerationMakeOneStep() {
        long known = generation.current();

        var raised = AtOnce.run(
                2,
                i -> () ->
                        (i == 0 ? store.first() : store.second()).generation().raise(known));

        assertThat(raised).containsOnly(known + 1);
        assertThat(store.first().generation().current()).isEqualTo(known + 1);
        assertThat(store.second().generation().current()).isEqualTo(known + 1);
    }

    @Test
    void theEpochRaisedByOneIsTheOthersToo() {
        var room = newRoom("lobby");

        store.second().generation().raise(generation.current());

        assertThat(appended(room.message("m1")).position()).isEqualTo(position(room, 1));
        assertThat(state(room).epoch().generation())
                .isEqualTo(store.second().generation().current());
    }
}
