package dev.parley.log;

import static dev.parley.log.Appends.R;
import static dev.parley.log.Appends.S;
import static dev.parley.log.Appends.append;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.RoomId;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.OutcomeUnknown;
import dev.parley.log.AppendResult.Stopping;
import dev.parley.log.AppendResult.StoreUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// How lanes end.
class LaneStopTest {

    private final LaneFixture fixture = new LaneFixture();
    private final List<String> stopped = new ArrayList<>();

    @Test
    void anIdleLaneStopsAtOnce() {
        fixture.lane.stop(() -> stopped.add("now"));

        assertThat(stopped).containsExactly("now");
    }

    @Test
    void whatWasTakenIsAnsweredBeforeTheLaneIsStopped() {
        fixture.send(R, "a");
        fixture.send(S, "b");
        fixture.lane.stop(() -> stopped.add("after " + fixture.answers.keySet()));
        fixture.store.finishNext();
        assertThat(stopped).isEmpty();
        fixture.store.finishNext();

        assertThat(stopped).containsExactly("after [a, b]");
        assertThat(fixture.answer("b")).isInstanceOf(Appended.class);
    }

    @Test
    void nothingNewIsTakenWhileStopping() {
        fixture.send(R, "a");
        fixture.lane.stop(() -> stopped.add("done"));
        fixture.send(R, "late");
        assertThat(fixture.answer("late")).isInstanceOf(Stopping.class);
        fixture.store.finishAll();
        fixture.send(R, "later");

        assertThat(fixture.answer("later")).isInstanceOf(Stopping.class);
        assertThat(fixture.table.ids(R)).containsExactly("a");
        assertThat(stopped).containsExactly("done");
    }

    @Test
    void aHangingStoreDelaysTheEndByTheDeadlineAtMost() {
        fixture.send(R, "a");
        fixture.send(R, "b");
        fixture.lane.stop(() -> stopped.add("done"));
        fixture.time.advanceMillis(10_250);

        assertThat(fixture.answer("a")).isInstanceOf(OutcomeUnknown.class);
        assertThat(fixture.answer("b")).isInstanceOf(StoreUnavailable.class);
        assertThat(stopped).containsExactly("done");
    }

    @Test
    void whoeverAsksToStopIsCalledBack() {
        fixture.send(R, "a");
        fixture.lane.stop(() -> {
            stopped.add("first");
            throw new IllegalStateException("planned");
        });
        fixture.lane.stop(() -> stopped.add("second"));
        fixture.store.finishAll();
        fixture.lane.stop(() -> stopped.add("third"));

        assertThat(stopped).containsExactly("first", "second", "third");
    }

    @Test
    void allLanesAreStoppedBeforeTheCallback() {
        var time = new ManualTime();
        var store = new ManualOffload();
        var table = new LogTable();
        var told = new Told();
        var lanes = new AppendLanes(table, store, time, time, time, LaneLimits.DEFAULT, told, told);
        var answers = new ArrayList<AppendResult>();
        IntStream.range(0, 20).forEach(i -> lanes.append(append(new RoomId("room" + i), "a"), answers::add));
        assertThat(lanes.depth()).isEqualTo(20);
        assertThat(store.open()).as("transactions under way").isEqualTo(4);
        lanes.stop(() -> stopped.add("after " + answers.size()));
        store.finishAll();

        assertThat(stopped).containsExactly("after 20");
        assertThat(lanes.depth()).isZero();
        assertThat(answers).hasOnlyElementsOfType(Appended.class);
    }
}
