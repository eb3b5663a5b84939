package dev.parley.adapters.web.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.adapters.web.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class DataCompactorTest {

    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "0.0",
            "-0.10",
            "1E5",
            "1e+05",
            "12.340e-7",
            "9007199254740993",
            "123456789012345678901234567890",
            "1.7976931348623157e309",
            "0.1000000000000000055511151231257827");
    private static final List<String> PIECES = List.of(
            "a",
            " ",
            "  ",
            "\\\"",
            "\\\\",
            "\\/",
            "\\b",
            "\\n",
            "\\t",
            "\\u0020",
            "\\u00e9",
            "\\uD83D\\uDE00",
            "\uD83D\uDE00",
            "é",
            "{",
            "}",
            "[",
            ":",
            ",",
            "\u2028",
            "\u202E",
            "\\u202e",
            "\u007F");
    private static final List<String> SPACES = List.of("", "", "", " ", "\n", "\r\n", "\t", "   ");

    /// Writes the same random value twice: with white space between the tokens, and without.
    private static final class Twice {
        final Random random;
        final StringBuilder loose = new StringBuilder();
        final StringBuilder tight = new StringBuilder();

        Twice(long seed) {
            random = new Random(seed);
        }

        void token(String text) {
            loose.append(pick(SPACES)).append(text).append(pick(SPACES));
            tight.append(text);
        }

        String pick(List<String> from) {
            return from.get(random.nextInt(from.size()));
        }

        String string() {
            return "\""
                    + random.ints(random.nextInt(6), 0, PIECES.size())
                            .mapToObj(PIECES::get)
                            .collect(Collectors.joining())
                    + "\"";
        }

        void value(int depth) {
            switch (random.nextInt(depth == 0 ? 4 : 6)) {
                case 0 -> token(pick(NUMBERS));
                case 1 -> token(pick(List.of("true", "false", "null")));
                case 2, 3 -> token(string());
                case 4 -> list("[", "]", depth, () -> value(depth - 1));
                default ->
                    list("{", "}", depth, () -> {
                        token(string());
                        token(":");
                        value(depth - 1);
                    });
            }
        }

        void list(String open, String close, int depth, Runnable item) {
            token(open);
            int size = random.nextInt(4);
            for (int i = 0; i < size; i++) {
                if (i > 0) {
                    token(",");
                }
                item.run();
            }
            token(close);
        }
    }

    @RepeatedTest(20)
    void onlyWhiteSpaceBetweenTokensGoes(RepetitionInfo info) {
        for (int i = 0; i < 500; i++) {
            var json = new Twice(info.getCurrentRepetition() * 1_000L + i);
            json.value(6);
            String body = json.pick(SPACES) + "{" + json.pick(SPACES) + "\"type\":\"t\",\"data\" :" + json.loose
                    + ", \"ref\":1}";
            var draft = MessageReader.read(body.getBytes(StandardCharsets.UTF_8), null);
            assertThat(draft.data().toString()).as(body).isEqualTo(json.tight.toString());
            var mapper = JsonMapper.shared();
            assertThat(mapper.readTree(draft.data().utf8())).isEqualTo(mapper.readTree(json.loose.toString()));
        }
    }

    @Test
    void everyEscapeIsCheckedForWhatCannotBeStored() {
        List<String> refused = new ArrayList<>();
        for (int unit = 0; unit <= 0xFFFF; unit++) {
            String escape = "\"\\u%04x\"".formatted(unit);
            byte[] text = escape.getBytes(StandardCharsets.US_ASCII);
            try {
                assertThat(DataCompactor.compact(text, 0, text.length).utf8()).isEqualTo(text);
            } catch (ProblemException _) {
                refused.add(escape);
            }
        }
        assertThat(refused)
                .hasSize(1 + 2048)
                .startsWith("\"\\u0000\"", "\"\\ud800\"")
                .endsWith("\"\\udfff\"");
    }

    @Test
    void aBackslashBeforeTheLetterUIsNoEscapeOfAUnit() {
        byte[] text = "\"\\\\u0000 \\\\\\\\ud800\"".getBytes(StandardCharsets.US_ASCII);
        assertThat(DataCompactor.compact(text, 0, text.length).utf8()).isEqualTo(text);
        byte[] cut = "\"\\ud83d\\\\udE00\"".getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> DataCompactor.compact(cut, 0, cut.length)).isInstanceOf(ProblemException.class);
    }
}
