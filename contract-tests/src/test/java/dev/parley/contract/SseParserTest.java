package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.SseParser.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The standard's own examples, and what it says of the rest.
class SseParserTest {

    private static List<Message> read(String stream) {
        return SseBytes.read(stream.getBytes(StandardCharsets.UTF_8));
    }

    private static Message plain(String data) {
        return new Message("message", data, "", null);
    }

    @Test
    void linesOfDataAreJoined() {
        assertThat(read("data: YHOO\ndata: +2\ndata: 10\n\n")).containsExactly(plain("YHOO\n+2\n10"));
    }

    @Test
    void anEmptyIdResetsWhatIsSentBack() {
        String stream = ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n";
        assertThat(read(stream))
                .containsExactly(
                        new Message("message", "first event", "1", "1"),
                        new Message("message", "second event", "", ""),
                        new Message("message", " third event", "", null));
    }

    @Test
    void emptyDataIsAnEventAndNoDataIsNone() {
        assertThat(read("data\n\ndata\ndata\n\ndata:")).containsExactly(plain(""), plain("\n"));
        assertThat(read("event: quiet\nid: 7\n\n")).isEmpty();
    }

    @Test
    void theSpaceAfterAColonIsNoPartOfTheValue() {
        assertThat(read("data:test\n\ndata: test\n\n")).containsExactly(plain("test"), plain("test"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void everyEndOfLineIsOne(String end) {
        String stream = String.join(end, "id: 4", "event: a", "data: x", "", "data: y", "", "");
        assertThat(read(stream))
                .containsExactly(new Message("a", "x", "4", "4"), new Message("message", "y", "4", null));
    }

    @Test
    void otherSeparatorsOfLinesAreText() {
        assertThat(read("data: a\u0085b\u2028c\u000bd\n\n")).containsExactly(plain("a\u0085b\u2028c\u000bd"));
    }

    @Test
    void aByteOrderMarkAtTheBeginningIsSkipped() {
        assertThat(read("\uFEFFdata: a\n\n\uFEFFdata: b\n\n")).containsExactly(plain("a"));
    }

    @Test
    void anIdWithANulIsIgnored() {
        assertThat(read("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n").getLast().lastEventId())
                .isEqualTo("1");
    }

    @Test
    void onlyDigitsSetTheTimeToReconnect() {
        var parser = new SseParser(_ -> {});
        parser.feed("retry: 2871\n\nretry: 1s\n\nretry:\n\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(parser.reconnectionTime()).isEqualTo(2_871);
    }

    @Test
    void everySplitOfTheBytesReadsTheSame() {
        byte[] bytes = "retry: 9\r\n\r\nid: é1\revent: x\r\rdata: 🚀\ndata:\r\n\n: c\n\ndata: z\n\n"
                .getBytes(StandardCharsets.UTF_8);
        SseBytes.assertEverySplitReadsTheSame(bytes);
    }
}
