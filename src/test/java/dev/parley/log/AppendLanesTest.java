package dev.parley.log;

import static dev.parley.log.Appends.append;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.RoomId;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AppendLanesTest {

    @Test
    void thereAreNoMoreLanesThanTheStoreHasWriters() {
        assertThat(transactionsUnderWay(1)).isEqualTo(1);
        assertThat(transactionsUnderWay(3)).isEqualTo(3);
        assertThat(transactionsUnderWay(100)).isEqualTo(LaneLimits.DEFAULT.lanes());
    }

    private static int transactionsUnderWay(int writers) {
        var table = new LogTable();
        table.writers = writers;
        var store = new ManualOffload();
        var time = new ManualTime();
        var told = new Told();
        var lanes = new AppendLanes(table, store, time, time, time, LaneLimits.DEFAULT, told, told);
        IntStream.range(0, 100).forEach(i -> lanes.append(append(new RoomId("room" + i), "a"), _ -> {}));
        return store.open();
    }
}
