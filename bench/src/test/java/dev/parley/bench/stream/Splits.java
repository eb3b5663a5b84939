package dev.parley.bench.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// Hands bytes to a stage in every possible pair of pieces, and one by one.
final class Splits {

    private Splits() {}

    static void expect(byte[] bytes, List<String> expected, Function<Recorded, Stage> stage) {
        for (int cut = 0; cut <= bytes.length; cut++) {
            var recorded = new Recorded();
            Stage whole = stage.apply(recorded);
            // What lies around the piece, as in a buffer that was used before, must not matter.
            hand(whole, bytes, 0, cut);
            hand(whole, bytes, cut, bytes.length);
            assertThat(recorded.told).as("cut at %d", cut).isEqualTo(expected);
        }
        var recorded = new Recorded();
        Stage single = stage.apply(recorded);
        for (int i = 0; i < bytes.length; i++) {
            hand(single, bytes, i, i + 1);
        }
        assertThat(recorded.told).as("byte by byte").isEqualTo(expected);
    }

    private static void hand(Stage stage, byte[] bytes, int from, int to) {
        byte[] buffer = new byte[to - from + 20];
        Arrays.fill(buffer, (byte) '\n');
        System.arraycopy(bytes, from, buffer, 7, to - from);
        stage.accept(buffer, 7, 7 + to - from);
        Arrays.fill(buffer, (byte) '@');
    }
}
