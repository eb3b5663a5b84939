package dev.parley.bench.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.bench.BenchFailure;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebSocketFramesTest {

    private final List<byte[]> sent = new ArrayList<>();

    private static byte[] frames(Object... parts) {
        var bytes = new ByteArrayOutputStream();
        for (Object part : parts) {
            if (part instanceof String text) {
                bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
            } else {
                bytes.write((Integer) part);
            }
        }
        return bytes.toByteArray();
    }

    private Stage stage(Recorded recorded) {
        return new WebSocketFrames(
                (bytes, from, to, framed) ->
                        recorded.told.add(new String(bytes, from, to - from, StandardCharsets.UTF_8) + " " + framed),
                recorded,
                sent::add);
    }

    @Test
    void everySplitReadsTheSame() {
        String medium = "m".repeat(300);
        byte[] bytes = frames(
                0x81,
                5,
                "hello",
                0x81,
                126,
                300 >> 8,
                300 & 0xff,
                medium,
                0x81,
                127,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                2,
                "ab",
                0x81,
                0);
        Splits.expect(bytes, List.of("hello 7", medium + " 304", "ab 12", " 2"), this::stage);
    }

    @Test
    void aMessageInFragmentsIsOneWithAPingInBetween() {
        byte[] bytes = frames(0x01, 3, "one", 0x89, 2, "hi", 0x00, 4, " two", 0x80, 6, " three", 0x81, 3, "end");
        Splits.expect(bytes, List.of("one two three 19", "end 5"), this::stage);
        assertThat(sent)
                .isNotEmpty()
                .allSatisfy(pong ->
                        assertThat(pong).containsExactly(0x8a, 0x82, 0x17, 0x2b, 0x3d, 0x4f, 'h' ^ 0x17, 'i' ^ 0x2b));
    }

    @Test
    void theServersReasonForClosingIsTold() {
        byte[] bytes = frames(0x88, 6, 4000 >> 8, 4000 & 0xff, "full");
        Splits.expect(bytes, List.of("ended: closed with 4000 full"), this::stage);
    }

    @Test
    void maskedAndBinaryFramesAreNotAccepted() {
        byte[] masked = frames(0x81, 0x85, "....hello");
        assertThatThrownBy(() -> stage(new Recorded()).accept(masked, 0, masked.length))
                .isInstanceOf(BenchFailure.class);
        byte[] binary = frames(0x82, 1, "x");
        assertThatThrownBy(() -> stage(new Recorded()).accept(binary, 0, binary.length))
                .isInstanceOf(BenchFailure.class);
    }

    @Test
    void whatTheClientSendsIsMasked() {
        byte[] frame = ClientFrame.text("a".repeat(200));
        assertThat(frame).hasSize(208).startsWith(0x81, 0xfe, 0, 200);
        assertThat(frame[8] ^ 0x17).isEqualTo('a');
        assertThat(frame[11] ^ 0x4f).isEqualTo('a');
    }
}
