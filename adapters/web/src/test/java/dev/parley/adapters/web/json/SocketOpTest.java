package dev.parley.adapters.web.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.adapters.web.problem.ProblemException;
import dev.parley.delivery.Signals;
import dev.parley.kernel.InvalidIdException;
import dev.parley.kernel.RoomId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SocketOpTest {

    private static final List<String> SAMPLES = List.of(
            "{\"op\":\"subscribe\",\"ref\":\"1\",\"room\":\"lobby\",\"after\":\"1k3x9q2m7:4\",\"types\":\"text\"}",
            "{\"op\":\"subscribe\",\"room\":\"lobby\",\"rewind\":20}",
            "{\"op\":\"publish\",\"ref\":\"a\\u00e9\",\"room\":\"lobby\",\"data\":{\"a\":[1,2.50]},\"clientMsgId\":\"x\"}",
            "{\"op\":\"signal\",\"room\":\"lobby\",\"type\":\"heart\",\"data\":{\"n\":3},\"merge\":\"sum\",\"ttlMs\":900}",
            "{\"op\":\"unsubscribe\",\"room\":\"lobby\"}",
            "{\"op\":\"token\",\"token\":\"abc\"}",
            "{\"op\":\"ping\"}");

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static SocketOp read(String text) {
        return SocketOp.read(SocketOp.head(utf8(text)), utf8(text));
    }

    @Test
    void membersComeInAnyOrder() {
        assertThat(read("{\"after\":\"c\",\"room\":\"lobby\",\"ref\":\"1\",\"op\":\"subscribe\"}"))
                .isEqualTo(new SocketOp.Subscribe(new RoomId("lobby"), "c", null, null, Signals.NONE, false));
    }

    @Test
    void aMessageRefersWithAMemberOfItsOwnSinceRefIsTheOps() {
        String text = "{\"op\":\"publish\",\"ref\":\"9\",\"room\":\"lobby\",\"data\":1,\"refSeq\":7}";
        assertThat(SocketOp.head(utf8(text)).ref()).isEqualTo("9");
        assertThat(read(text))
                .isInstanceOfSatisfying(
                        SocketOp.Publish.class,
                        op -> assertThat(op.draft().ref()).isEqualTo(7));
    }

    @Test
    void theHeadIsReadWhateverElseIsWrong() {
        byte[] text = utf8("{\"room\":{\"no\":[1]},\"ref\":\"5\",\"op\":\"subscribe\",\"more\":true}");
        assertThat(SocketOp.head(text)).isEqualTo(new SocketOp.Head("subscribe", "5"));
        assertThatThrownBy(() -> SocketOp.read(SocketOp.head(text), text)).isInstanceOf(ProblemException.class);
    }

    @Test
    void aLongMarkIsRefused() {
        byte[] text = utf8("{\"op\":\"ping\",\"ref\":\"" + "r".repeat(SocketOp.LONGEST_REF + 1) + "\"}");
        assertThatThrownBy(() -> SocketOp.head(text)).isInstanceOf(ProblemException.class);
    }

    @Test
    void whateverIsChangedInAnOpIsReadOrToldAsItsProblem() {
        int read = 0;
        for (int seed = 0; seed < 100_000; seed++) {
            var random = new SplittableRandom(seed);
            byte[] text = changed(utf8(SAMPLES.get(random.nextInt(SAMPLES.size()))), random);
            try {
                assertThat(SocketOp.read(SocketOp.head(text), text)).isNotNull();
                read++;
            } catch (ProblemException | InvalidIdException expected) {
                assertThat(expected).isNotNull();
            }
        }
        assertThat(read).as("some changes do no harm").isBetween(1_000, 99_000);
    }

    /// A byte set, left out, doubled, or the end cut off.
    private static byte[] changed(byte[] text, SplittableRandom random) {
        int at = random.nextInt(text.length);
        return switch (random.nextInt(4)) {
            case 0 -> {
                text[at] = (byte) random.nextInt(256);
                yield text;
            }
            case 1 -> Arrays.copyOf(text, at);
            case 2 -> {
                byte[] longer = Arrays.copyOf(text, text.length + 1);
                System.arraycopy(text, at, longer, at + 1, text.length - at);
                yield longer;
            }
            default -> {
                byte[] shorter = Arrays.copyOf(text, text.length - 1);
                System.arraycopy(text, at + 1, shorter, at, text.length - at - 1);
                yield shorter;
            }
        };
    }
}
