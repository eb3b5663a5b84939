package dev.parley.bench.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadPlanTest {

    private static LoadPlan plan(String... words) {
        return LoadPlan.of(Arguments.parse(List.of(words), LoadPlan.SWITCHES, LoadPlan.SETTINGS));
    }

    @Test
    void everyOptionReachesThePlan() {
        LoadPlan plan = plan(
                "--connections=2000",
                "--rooms=100",
                "--rooms-per-connection=50",
                "--rate=0.5",
                "--seconds=3",
                "--warm-up=1.5",
                "--frame=300",
                "--open-burst=64",
                "--processes=1",
                "--room-prefix=mine-",
                "--publishers=8",
                "--idle=4",
                "--stalled=0.1",
                "--slow=0.2",
                "--server-flags=-Xmx1g  -Xms1g",
                "--server-arguments=--parley.store=memory");
        assertThat(plan.protocol()).isEqualTo(Protocol.SSE);
        assertThat(plan.shape().connections()).isEqualTo(2_000);
        assertThat(plan.shape().rooms().count()).isEqualTo(100);
        assertThat(plan.shape().rooms().each()).isEqualTo(50);
        assertThat(plan.shape().burst()).isEqualTo(64);
        assertThat(plan.shape().rooms().name(3)).isEqualTo("mine-3");
        assertThat(plan.shape().stalled()).isEqualTo(0.1);
        assertThat(plan.shape().slow()).isEqualTo(0.2);
        assertThat(plan.timetable().rate()).isEqualTo(0.5);
        assertThat(plan.timetable().length()).isEqualTo(Duration.ofSeconds(3));
        assertThat(plan.timetable().warmUp()).isEqualTo(Duration.ofMillis(1_500));
        assertThat(plan.timetable().frame()).isEqualTo(300);
        assertThat(plan.publishers()).isEqualTo(8);
        assertThat(plan.idle()).isEqualTo(Duration.ofSeconds(4));
        assertThat(plan.serverFlags()).containsExactly("-Xmx1g", "-Xms1g");
        assertThat(plan.serverArguments()).containsExactly("--parley.store=memory");
    }

    @Test
    void sharesAreKeptHoweverManyConnectionsThereAre() {
        var shape = plan("--connections=2000", "--stalled=0.1", "--slow=0.2").shape();
        assertThat(shape.hinders()).isTrue();
        assertThat(shape.atFullSpeed()).isBetween(1_395, 1_405);
    }

    @Test
    void aCrowdHasARoomOfItsOwn() {
        LoadPlan plan = plan(
                "--connections=2000", "--rooms=100", "--rate=100", "--crowd=10000", "--crowd-rate=7", "--probe=50");
        assertThat(plan.shape().connections()).isEqualTo(12_000);
        assertThat(plan.shape().rooms().count()).isEqualTo(101);
        assertThat(plan.shape().rooms().crowd()).isEqualTo(10_000);
        assertThat(plan.timetable().rate()).isEqualTo(100);
        assertThat(plan.timetable().crowdRate()).isEqualTo(7);
        assertThat(plan.probe()).isEqualTo(50);
    }

    @Test
    void withoutOptionsThereIsAModestLoad() {
        LoadPlan plan = plan();
        assertThat(plan.shape().connections()).isEqualTo(1_000);
        assertThat(plan.shape().hinders()).isFalse();
        assertThat(plan.timetable().frame()).isZero();
        assertThat(plan.timetable().padding()).isEqualTo(100);
    }

    @Test
    void whatCannotWorkIsRefusedInASentence() {
        refused("--rooms-per-connection", "--rooms=2", "--rooms-per-connection=3");
        refused("--stalled and --slow", "--stalled=0.6", "--slow=0.4");
        refused("--payload and --frame", "--payload=1", "--frame=300");
        refused("--protocol", "--protocol=carrier-pigeon");
        refused("--rate", "--rate=fast");
        refused("--processes", "--processes=2", "--slow=0.1");
        refused("--processes", "--processes=16");
        refused("--crowd", "--crowd=10", "--rooms=4", "--rooms-per-connection=2");
        refused("--crowd", "--crowd=10", "--processes=2");
        refused("--crowd-rate", "--crowd-rate=5");
        refused("--max-probe-p99", "--max-probe-p99=20");
        refused("--connections", "--connections=2000000");
    }

    private static void refused(String named, String... words) {
        assertThatThrownBy(() -> plan(words))
                .isInstanceOf(BenchFailure.class)
                .hasMessageContaining(named)
                .hasMessageEndingWith(".");
    }

    @Test
    void aRunningServerIsNamedByItsAddress() {
        assertThat(Subjects.address("http://127.0.0.1:9000").getPort()).isEqualTo(9_000);
        assertThatThrownBy(() -> Subjects.address("127.0.0.1:9000")).hasMessageContaining("--url");
        assertThatThrownBy(() ->
                        Subjects.running(Arguments.parse(List.of("--pid=1"), LoadPlan.SWITCHES, LoadPlan.SETTINGS)))
                .hasMessageContaining("--url");
    }
}
