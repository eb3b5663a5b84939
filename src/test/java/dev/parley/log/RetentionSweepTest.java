package dev.parley.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreUnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetentionSweepTest {

    private static final Retention LIMITED = new Retention(5, 0);

    /// Rows that are due, by room, and what was asked for.
    private static final class DueRows implements RoomLog {
        final Map<RoomId, Integer> rooms = new LinkedHashMap<>();
        final List<String> asked = new ArrayList<>();
        int ended;

        @Override
        public int trim(RoomId room, int maxRows) {
            asked.add("trim " + room);
            int removed = Math.min(maxRows, rooms.getOrDefault(room, 0));
            rooms.merge(room, -removed, Integer::sum);
            return removed;
        }

        @Override
        public List<RoomId> limitedRooms(String after, int limit) {
            asked.add("rooms after " + after);
            return rooms.keySet().stream()
                    .sorted()
                    .filter(room -> room.value().compareTo(after) > 0)
                    .limit(limit)
                    .toList();
        }

        @Override
        public int sweep(int maxRows) {
            asked.add("sweep");
            int removed = Math.min(maxRows, ended);
            ended -= removed;
            return removed;
        }

        @Override
        public List<Settled> append(List<Append> batch, Patience patience) {
            throw new UnsupportedOperationException();
        }

        @Override
        public LogPage page(RoomId room, PageRequest from, int limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public LogPage answers(RoomId room, long ref, @Nullable Position after, int limit) {
            throw new UnsupportedOperationException();
        }
    }

    private final ManualTime time = new ManualTime();
    private final ManualOffload offload = new ManualOffload();
    private final DueRows log = new DueRows();
    private final RetentionSweep sweep = new RetentionSweep(log, offload, time, time);

    RetentionSweepTest() {
        sweep.start();
    }

    private List<String> round() {
        log.asked.clear();
        time.advanceMillis(1_000);
        offload.finishAll();
        return log.asked;
    }

    private static RoomId room(int number) {
        return new RoomId("room%04d".formatted(number));
    }

    @Test
    void aRoundComesEverySecondAfterTheLastOneEnded() {
        time.advanceMillis(999);
        assertThat(offload.open()).isZero();
        time.advanceMillis(1);
        assertThat(offload.open()).isEqualTo(1);

        time.advanceMillis(5_000);
        assertThat(offload.open()).as("one step at a time").isEqualTo(1);
        offload.finishAll();
        time.advanceMillis(999);
        assertThat(offload.open()).isZero();
    }

    @Test
    void roomsThatGrewAreTrimmedFirstAndOnce() {
        log.rooms.put(room(1), 3);
        log.rooms.put(room(2), 0);
        sweep.committed(room(2), LIMITED, List.of());
        sweep.committed(room(2), LIMITED, List.of());

        assertThat(round())
                .startsWith("rooms after ", "trim room0002", "trim room0001")
                .endsWith("sweep");
        assertThat(log.rooms.get(room(1))).isZero();
    }

    @Test
    void roomsThatKeepEverythingAreLeftAlone() {
        sweep.committed(room(1), Retention.KEEP_ALL, List.of());

        assertThat(round()).containsExactly("rooms after ", "sweep");
    }

    @Test
    void aRoomIsTrimmedInStepsAndNotForEver() {
        log.rooms.put(room(1), 1_200);
        assertThat(round()).filteredOn(asked -> asked.startsWith("trim")).hasSize(3);
        assertThat(log.rooms.get(room(1))).isZero();

        log.rooms.put(room(1), 100_000);
        assertThat(round()).filteredOn(asked -> asked.startsWith("trim")).hasSize(20);
    }

    @Test
    void theWalkGoesOnWhereTheLastRoundEndedAndBeginsAgain() {
        IntStream.range(0, 150).forEach(i -> log.rooms.put(room(i), 0));

        assertThat(round()).startsWith("rooms after ").hasSize(102);
        assertThat(round()).startsWith("rooms after room0099").hasSize(52);
        assertThat(round()).startsWith("rooms after ");
    }

    @Test
    void whatDestroyedRoomsLeftIsSweptInSteps() {
        log.ended = 1_100;
        assertThat(round()).containsExactly("rooms after ", "sweep", "sweep", "sweep");
        assertThat(log.ended).isZero();

        log.ended = 100_000;
        assertThat(round()).filteredOn("sweep"::equals).hasSize(20);
    }

    @Test
    void aRoomThatCannotBeTrimmedIsPassedOverAndHasItsTurnAgain() {
        log.rooms.put(room(1), 3);
        log.rooms.put(room(2), 3);
        time.advanceMillis(1_000);
        offload.finishNext();
        offload.next().fail(new StoreUnavailableException("planned"));
        offload.finishAll();
        assertThat(log.rooms.get(room(1))).isEqualTo(3);
        assertThat(log.rooms.get(room(2))).isZero();

        assertThat(round()).startsWith("rooms after ", "trim room0001");
        assertThat(log.rooms.get(room(1))).isZero();
    }

    @Test
    void whenNothingCanBeTrimmedTheRoundEndsAndTheNextOneMakesUpForIt() {
        IntStream.range(0, 9).forEach(i -> log.rooms.put(room(i), 3));
        time.advanceMillis(1_000);
        offload.finishNext();
        for (int i = 0; i < RetentionSweep.MAX_FAILURES; i++) {
            offload.next().fail(new StoreUnavailableException("planned"));
        }
        assertThat(offload.open()).isZero();

        round();
        assertThat(log.rooms.values()).containsOnly(0);
    }

    @Test
    void aFloodOfRoomsIsRememberedUpToABound() {
        IntStream.range(0, 5_000).forEach(i -> sweep.committed(room(i), LIMITED, List.of()));

        assertThat(round()).filteredOn(asked -> asked.startsWith("trim")).hasSize(RetentionSweep.MAX_GROWN);
    }
}
