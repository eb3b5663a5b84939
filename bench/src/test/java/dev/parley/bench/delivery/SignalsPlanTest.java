package dev.parley.bench.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignalsPlanTest {

    private static SignalsPlan plan(String... words) {
        return SignalsPlan.of(Arguments.parse(List.of(words), SignalsPlan.SWITCHES, SignalsPlan.SETTINGS));
    }

    @Test
    void bothSidesAreTheSameButForTheTyping() {
        SignalsPlan plan = plan("--viewers=300", "--people=50", "--typing=70", "--rate=9", "--rounds=2", "--seconds=4");
        assertThat(plan.shape().connections()).isEqualTo(300);
        assertThat(plan.rounds()).isEqualTo(2);
        assertThat(plan.quiet().typing()).isZero();
        assertThat(plan.typing().typing()).isEqualTo(70);
        assertThat(plan.quiet().chat()).isEqualTo(plan.typing().chat()).isEqualTo(9);
        assertThat(plan.quiet().senders()).isEqualTo(plan.typing().senders()).isEqualTo(50);
        assertThat(plan.quiet().length()).isEqualTo(plan.typing().length()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void withoutOptionsAThousandTypeInARoomOfTenThousand() {
        assertThat(plan().shape().connections()).isEqualTo(10_000);
        assertThat(plan().typing().senders()).isEqualTo(1_000);
        assertThat(plan().typing().typing()).isEqualTo(500);
    }

    @Test
    void tooManyAreRefusedInASentence() {
        assertThatThrownBy(() -> plan("--viewers=19000"))
                .isInstanceOf(BenchFailure.class)
                .hasMessageContaining("--viewers")
                .hasMessageEndingWith(".");
    }
}
