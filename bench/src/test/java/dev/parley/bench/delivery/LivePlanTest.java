package dev.parley.bench.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.live.Mode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LivePlanTest {

    private static LivePlan plan(String... words) {
        return LivePlan.of(Arguments.parse(List.of(words), LivePlan.SWITCHES, LivePlan.SETTINGS));
    }

    @Test
    void everyOptionReachesThePlan() {
        LivePlan plan = plan(
                "--viewers=300",
                "--slow=0.1",
                "--limit=100",
                "--flood=3",
                "--gifts=20",
                "--hearts=40",
                "--typing=5",
                "--senders=50",
                "--publishers=8",
                "--payload=30",
                "--seconds=4",
                "--warm-up=1.5",
                "--drain=3",
                "--room-prefix=mine-",
                "--server-flags=-Xmx1g");
        assertThat(plan.shape().connections()).isEqualTo(300);
        assertThat(plan.shape().slow()).isEqualTo(0.1);
        assertThat(plan.flood().chat()).isEqualTo(300);
        assertThat(plan.flood().gifts()).isEqualTo(20);
        assertThat(plan.flood().hearts()).isEqualTo(40);
        assertThat(plan.flood().typing()).isEqualTo(5);
        assertThat(plan.flood().senders()).isEqualTo(50);
        assertThat(plan.flood().connections()).isEqualTo(8);
        assertThat(plan.flood().padding()).isEqualTo(30);
        assertThat(plan.flood().length()).isEqualTo(Duration.ofSeconds(4));
        assertThat(plan.flood().warmUp()).isEqualTo(Duration.ofMillis(1_500));
        assertThat(plan.flood().drain()).isEqualTo(Duration.ofSeconds(3));
        assertThat(plan.prefix()).isEqualTo("mine-");
        assertThat(plan.roomSettings()).contains("\"inboundPerSecond\":100", "\"gift\":{\"tier\":\"critical\"}");
        assertThat(plan.serverFlags()).containsExactly("-Xmx1g");
    }

    @Test
    void withoutOptionsItIsTheFloodThatALiveRoomHasToStand() {
        LivePlan plan = plan();
        assertThat(plan.modes()).containsExactly(Mode.push());
        assertThat(plan.shape().connections()).isEqualTo(2_000);
        assertThat(plan.shape().slow()).isEqualTo(0.05);
        assertThat(plan.limit()).isEqualTo(200);
        assertThat(plan.flood().chat()).isEqualTo(2_000);
        assertThat(plan.flood().length()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void notifyIsComparedWithPushInTheSameRun() {
        LivePlan plan = plan("--mode=notify", "--pullers=16");
        assertThat(plan.modes()).containsExactly(Mode.push(), Mode.notify(16));
        assertThat(plan.shape().hinders()).isFalse();
    }

    @Test
    void thereAreMoreConnectionsToPullOverTheMoreViewersThereAre() {
        assertThat(plan("--mode=notify", "--viewers=5000").modes().getLast().pullers())
                .isEqualTo(1_250);
        assertThat(plan("--mode=notify", "--viewers=20").modes().getLast().pullers())
                .isEqualTo(64);
    }

    @Test
    void whatCannotWorkIsRefusedInASentence() {
        refused("--mode", "--mode=pigeon");
        refused("--slow", "--slow=1");
        refused("--slow", "--slow=0.1", "--mode=notify");
        refused("--viewers", "--viewers=100000");
        refused("--senders", "--senders=100000");
    }

    private static void refused(String named, String... words) {
        assertThatThrownBy(() -> plan(words))
                .isInstanceOf(BenchFailure.class)
                .hasMessageContaining(named)
                .hasMessageEndingWith(".");
    }
}
