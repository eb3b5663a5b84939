package dev.parley.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.Appends;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.RulesMoved;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.AppendResult.StoreFull;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.spi.RoomLog.Patience;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryBoundsTest {

    private final Appends room = Appends.toNew("lobby");

    private static MemoryRoomLog log(long entries, long bytes) {
        return new MemoryRoomLog(new MemoryStore(InstantSource.system(), 1, new MemoryBounds(entries, bytes)));
    }

    private static List<Settled> append(MemoryRoomLog log, Append item) {
        return log.append(List.of(item), Patience.WAIT);
    }

    private int fill(MemoryRoomLog log, int tries) {
        for (int i = 0; i < tries; i++) {
            if (append(log, room.message("m" + i, "\"" + "x".repeat(98) + "\"")).getFirst() instanceof StoreFull) {
                return i;
            }
        }
        return tries;
    }

    @Test
    void aFullStoreRefusesMessages() {
        var log = log(20, Long.MAX_VALUE);
        append(log, room.creation());

        assertThat(fill(log, 100)).isEqualTo(19);

        assertThat(append(log, room.message("more")).getFirst()).isInstanceOf(StoreFull.class);
        assertThat(append(log, room.creatingMessage("more")).getFirst()).isInstanceOf(StoreFull.class);
    }

    @Test
    void aStoreFullOfDataRefusesMessages() {
        var log = log(Long.MAX_VALUE, 1_000);
        append(log, room.creation());

        assertThat(fill(log, 100)).isEqualTo(10);
    }

    @Test
    void aFullStoreRefusesNewRooms() {
        var log = log(2, Long.MAX_VALUE);
        append(log, room.creation());
        append(log, room.to("other").inAnotherLife().creation());

        assertThat(append(log, room.to("third").inAnotherLife().creation()).getFirst())
                .isInstanceOf(StoreFull.class);
        assertThat(append(log, room.to("third").inAnotherLife().creatingMessage("m1"))
                        .getFirst())
                .isInstanceOf(StoreFull.class);
    }

    @Test
    void aFullStoreTakesSettingsAndGetsRoomByTrimmingAndSweeping() {
        var log = log(Long.MAX_VALUE, 1_000);
        append(log, room.creation(RoomKind.LIVE, RoomSettings.defaults(RoomKind.LIVE)));
        fill(log, 100);

        append(log, room.newSettings("s1", new RoomSettings("", new Retention(5, 0), 0, false), 1));
        log.trim(room.room(), 500);

        assertThat(append(log, room.underRules(2).message("m99")).getFirst()).isInstanceOf(Appended.class);
    }

    @Test
    void theDestructionOfARoomGivesItsSpaceBack() {
        var log = log(20, Long.MAX_VALUE);
        append(log, room.creation());
        fill(log, 100);

        assertThat(append(log, room.destruction("d1", null)).getFirst()).isInstanceOf(Appended.class);
        while (log.sweep(500) > 0) {}

        var next = room.inAnotherLife();
        append(log, next.creation());
        assertThat(append(log, next.message("m1")).getFirst()).isInstanceOf(Appended.class);
    }

    @Test
    void whatComesAndGoesLeavesNothingBehind() {
        var log = log(1_000, 1_000);
        for (int i = 0; i < 400; i++) {
            var next = room.inAnotherLife();
            append(log, next.creatingMessage("m1"));
            append(log, next.destruction("d1", null));
            log.sweep(500);
        }
        assertThat(roomsUntilFull(log)).as("of 1,000, beside 400 names").isEqualTo(600);
    }

    private int roomsUntilFull(MemoryRoomLog log) {
        int rooms = 0;
        while (!(append(log, room.to("r" + rooms).inAnotherLife().creation()).getFirst() instanceof StoreFull)) {
            rooms++;
        }
        return rooms;
    }

    @Test
    void inAFullStoreEachItemOfABatchIsRefusedOrTakenByItself() {
        var log = log(20, Long.MAX_VALUE);
        append(log, room.creation());
        fill(log, 100);

        var results = log.append(
                List.of(
                        room.message("more"),
                        room.message("m0", "\"" + "x".repeat(98) + "\""),
                        room.newSettings("s1", RoomSettings.defaults(RoomKind.DURABLE), 1),
                        room.message("still-more"),
                        room.underRules(2).destruction("d1", null)),
                Patience.WAIT);

        assertThat(results)
                .satisfiesExactly(
                        it -> assertThat(it).isInstanceOf(StoreFull.class),
                        it -> assertThat(((Appended) it).duplicate()).isTrue(),
                        it -> assertThat(it).isInstanceOf(Appended.class),
                        it -> assertThat(it).isInstanceOf(RulesMoved.class),
                        it -> assertThat(it).isInstanceOf(Appended.class));
    }

    @Test
    void whatAFullStoreRefusesLeavesNothingBehind() {
        var log = log(3, Long.MAX_VALUE);
        append(log, room.creation());
        append(log, room.message("m1"));
        append(log, room.message("m2"));
        append(log, room.message("m3"));

        append(log, room.newSettings("s1", new RoomSettings("", new Retention(1, 0), 0, false), 1));
        log.trim(room.room(), 500);
        append(log, room.underRules(2).destruction("d1", null));
        while (log.sweep(500) > 0) {}

        assertThat(append(log, room.to("other").inAnotherLife().creatingMessage("m1"))
                        .getFirst())
                .isInstanceOf(Appended.class);
    }
}
