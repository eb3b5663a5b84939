package dev.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {

    private static Arguments parse(String... words) {
        return Arguments.parse(List.of(words), Set.of("--quick"), Set.of("--rounds", "--seconds", "--json"));
    }

    @Test
    void aValueFollowsItsNameOrAnEqualsSign() {
        assertThat(parse("--rounds", "5").count("--rounds", 3)).isEqualTo(5);
        assertThat(parse("--rounds=5").count("--rounds", 3)).isEqualTo(5);
        assertThat(parse("--json=a=b").text("--json")).contains("a=b");
        assertThat(parse("--seconds", "0.25").seconds("--seconds", 1)).isEqualTo(0.25);
    }

    @Test
    void whatIsNotGivenHasItsDefault() {
        var none = parse();
        assertThat(none.has("--quick")).isFalse();
        assertThat(none.count("--rounds", 3)).isEqualTo(3);
        assertThat(none.seconds("--seconds", 4.5)).isEqualTo(4.5);
        assertThat(none.text("--json")).isEmpty();
    }

    @Test
    void aSwitchStandsAlone() {
        assertThat(parse("--quick").has("--quick")).isTrue();
        assertThatThrownBy(() -> parse("--quick=yes")).hasMessage("--quick takes no value.");
    }

    @Test
    void whatNobodyKnowsIsNamed() {
        assertThatThrownBy(() -> parse("--rouns", "5"))
                .isInstanceOf(BenchFailure.class)
                .hasMessageContaining("'--rouns'");
        assertThatThrownBy(() -> parse("--rounds")).hasMessage("--rounds needs a value.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "", "1e3", "99999999"})
    void aCountIsAWholeNumberFromOne(String text) {
        assertThatThrownBy(() -> parse("--rounds", text).count("--rounds", 3)).hasMessageContaining("--rounds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.0", "-1", "NaN", "1s"})
    void secondsAreANumberAboveZero(String text) {
        assertThatThrownBy(() -> parse("--seconds", text).seconds("--seconds", 1))
                .hasMessageContaining("--seconds");
    }
}
