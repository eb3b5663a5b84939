package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.SseParser.Message;
import java.util.ArrayList;
import java.util.List;

/// Event streams that are there as a whole.
public final class SseBytes {

    private SseBytes() {}

    public static List<Message> read(byte[] stream) {
        return readInThree(stream, 0, 0);
    }

    /// Asserts that the same is read however the network cuts the stream in three.
    public static void assertEverySplitReadsTheSame(byte[] stream) {
        List<Message> whole = read(stream);
        assertThat(whole).isNotEmpty();
        for (int first = 0; first <= stream.length; first++) {
            for (int second = first; second <= stream.length; second++) {
                assertThat(readInThree(stream, first, second)).isEqualTo(whole);
            }
        }
    }

    private static List<Message> readInThree(byte[] stream, int first, int second) {
        var messages = new ArrayList<Message>();
        var parser = new SseParser(messages::add);
        parser.feed(stream, 0, first);
        parser.feed(stream, first, second - first);
        parser.feed(stream, second, stream.length - second);
        return messages;
    }
}
