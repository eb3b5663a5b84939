package dev.parley.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PositionTest {

    @ParameterizedTest
    @CsvSource({
        "0aaaaaaaa:0, 0, aaaaaaaa, 0",
        "1k3x9q2m7:1041, 1, k3x9q2m7, 1041",
        "z00000000:1, 35, 00000000, 1",
        "10zzzzzzzz:9223372036854775807, 36, zzzzzzzz, 9223372036854775807",
        "zzzzzzzzzzzaaaaaaaa:7, 131621703842267135, aaaaaaaa, 7"
    })
    void isWrittenAsGenerationLifeAndSeq(String text, long generation, String life, long seq) {
        var position = new Position(new Epoch(generation, new Life(life)), seq);

        assertThat(position.text()).isEqualTo(text);
        assertThat(Position.parse(text)).contains(position);
        assertThat(Epoch.parse(text.substring(0, text.indexOf(':')))).contains(position.epoch());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "1k3x9q2m7",
                "1k3x9q2m7:",
                ":1041",
                "k3x9q2m7:1",
                "1k3x9q2m7:-1",
                "1k3x9q2m7:+1",
                "1k3x9q2m7: 1",
                "1k3x9q2m7:1 ",
                " 1k3x9q2m7:1",
                "1k3x9q2m7:1\n",
                "1k3x9q2m7\n:1",
                "1K3x9q2m7:1",
                "01k3x9q2m7:1",
                "1k3x9q2m7:01",
                "1k3x9q2m7:00",
                "1k3x9q2m7:1:1",
                "1k3x9q2m7:0x1",
                "1k3x9q2m7:1e3",
                "1k3x9q2m7:\u0661",
                "1k3x9q2m\u0967:1",
                "-1k3x9q2m7:1",
                "1k3x9q2m7:9223372036854775808",
                "1k3x9q2m7:99999999999999999999999999999999999999999999999999999",
                "zzzzzzzzzzzzaaaaaaaa:1",
                "1k3x9q2m7;1",
                "null",
                "\u0000"
            })
    void isEmptyForWhatNoServerWrites(String text) {
        assertThat(Position.parse(text)).isEmpty();
    }

    @Test
    void everyWrittenPositionIsReadBack() {
        var random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            long generation = random.nextLong(Epoch.MAX_GENERATION) >>> random.nextInt(56);
            var position = new Position(
                    new Epoch(generation, Life.draw(random)), random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63));
            assertThat(Position.parse(position.text())).contains(position);
        }
    }

    @Test
    void whatIsReadIsWrittenTheSameWay() {
        var random = new SplittableRandom(11);
        String alphabet = "0129akz:";
        for (int i = 0; i < 100_000; i++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(16); length > 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            Position.parse(text.toString())
                    .ifPresent(position -> assertThat(position.text()).isEqualTo(text.toString()));
        }
    }

    @Test
    void neitherSeqNorGenerationIsOutOfRange() {
        var life = new Life("aaaaaaaa");
        assertThatExceptionOfType(InvalidIdException.class).isThrownBy(() -> new Epoch(-1, life));
        assertThatExceptionOfType(InvalidIdException.class).isThrownBy(() -> new Epoch(Epoch.MAX_GENERATION + 1, life));
        assertThatExceptionOfType(InvalidIdException.class).isThrownBy(() -> new Position(new Epoch(0, life), -1));
    }
}
