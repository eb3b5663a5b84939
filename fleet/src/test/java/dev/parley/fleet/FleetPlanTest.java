package dev.parley.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetPlanTest {

    private static FleetPlan plan(String... words) {
        return FleetPlan.parse(List.of(words));
    }

    @Test
    void optionsAreTakenInBothSpellings() {
        FleetPlan plan = plan("--nodes", "2", "--stage=sharded", "--data", "/tmp/x/../y", "--port=8080");
        assertThat(plan.nodes()).isEqualTo(2);
        assertThat(plan.stage()).isEqualTo(FleetStage.SHARDED);
        assertThat(plan.data()).contains(Path.of("/tmp/y"));
        assertThat(plan.port()).isEqualTo(8080);
    }

    @Test
    void withoutOptionsThereAreThreeNodesInRooms() {
        assertThat(plan()).isEqualTo(new FleetPlan(3, FleetStage.ROOMS, Optional.empty(), 0, List.of()));
    }

    @Test
    void keysAreForEveryServerAndChooseTheServices() {
        FleetPlan plan = plan("--stage", "rooms", "--parley.bus=redis", "--parley.limits.connections=5");
        assertThat(plan.keys()).containsExactly("--parley.bus=redis", "--parley.limits.connections=5");
        assertThat(plan.needsRedis()).isTrue();
        assertThat(plan.needsNats()).isFalse();
        assertThat(plan("--parley.presence=redis").needsRedis()).isTrue();
        assertThat(plan("--parley.presence=redis").needsNats()).isTrue();
        assertThat(plan("--stage=sharded", "--parley.bus=nats").needsRedis()).isTrue();
        assertThat(plan("--stage=sharded", "--parley.bus=nats", "--parley.presence=sql", "--parley.nodes=sql")
                        .needsRedis())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--stage=single | ./parley run",
                "--stage=room | is not a stage",
                "--nodes=0 | a number from 1 to 16",
                "--nodes=many | a number from 1 to 16",
                "--nodes | needs a value",
                "--port=70000 | a number from 1 to 65535",
                "--node=3 | is not an option",
                "rooms | is not an option",
                "--parley.store=memory | parley.store is set by the fleet itself",
            })
    void whatCannotBeIsRefusedInOneSentence(String words, String part) {
        assertThatThrownBy(() -> plan(words.split(" ")))
                .isInstanceOf(FleetFailure.class)
                .hasMessageContaining(part)
                .hasMessageEndingWith(".")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void aStateIsTakenFromWhatAServerSays() {
        assertThat(ServerNode.state(Optional.empty())).isEqualTo("does not answer");
        assertThat(ServerNode.state(Optional.of("{\"status\":\"up\",\"reasons\":[]}")))
                .isEqualTo("ready");
        assertThat(ServerNode.state(
                        Optional.of("{\"status\":\"degraded\",\"reasons\":[\"bus-silent\",\"servers-apart\"]}")))
                .isEqualTo("degraded: bus-silent, servers-apart");
        assertThat(ServerNode.state(Optional.of("{\"status\":503,\"detail\":\"draining\"}")))
                .isEqualTo("draining");
        assertThat(ServerNode.state(Optional.of("<html>"))).isEqualTo("not ready");
    }
}
