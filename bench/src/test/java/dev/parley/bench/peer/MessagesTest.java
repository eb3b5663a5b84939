package dev.parley.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bench.stream.Receiver;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.Text;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessagesTest {

    private static final RoomNames ROOMS = new RoomNames("load-", 10, 2);

    private final List<String> told = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();

    private final Receiver receiver = new Receiver() {
        @Override
        public void startsAfter(int room, String epoch, long seq) {
            told.add(room + " after " + epoch + ":" + seq);
        }

        @Override
        public void opened() {
            told.add("opened");
        }

        @Override
        public void delivered(int room, long seq, long stamp, int bytes) {
            told.add(room + " #" + seq + " @" + stamp + " " + bytes);
        }

        @Override
        public void leftOut(int room, long seq) {
            told.add(room + " left out to " + seq);
        }

        @Override
        public void ended(String why) {
            told.add("ended: " + why);
        }
    };

    private static void say(Text messages, String... texts) {
        for (String text : texts) {
            byte[] bytes = ("..." + text + "...").getBytes(StandardCharsets.UTF_8);
            messages.message(bytes, 3, bytes.length - 3, text.length() + 2);
        }
    }

    private void unmask(byte[] frame) {
        var text = new StringBuilder();
        int head = (frame[1] & 0x7f) < 126 ? 2 : 4;
        for (int i = head + 4; i < frame.length; i++) {
            text.append((char) (frame[i] ^ frame[head + (i - head) % 4]));
        }
        sent.add(text.toString());
    }

    @Test
    void aParleySocketSubscribesItsRoomsAndIsOpenWhenAllAreAcknowledged() {
        var messages = new ParleyMessages(ROOMS, 2, "", receiver, this::unmask);
        say(messages, "{\"event\":\"hello\",\"data\":{\"session\":\"s\"}}");
        assertThat(sent)
                .containsExactly(
                        "{\"op\":\"subscribe\",\"ref\":\"0\",\"room\":\"load-4\"}",
                        "{\"op\":\"subscribe\",\"ref\":\"1\",\"room\":\"load-5\"}");
        say(messages, ack(4, 7, "fresh"));
        assertThat(told).containsExactly("4 after e:7");
        String event = "{\"event\":\"message\",\"id\":\"e:8\",\"data\":{\"room\":\"load-4\",\"epoch\":\"e\",\"seq\":8,"
                + "\"data\":\"@@0000000000000000042\"}}";
        say(messages, ack(5, 9, "fresh"), event, "{\"event\":\"gap\",\"id\":\"e:20\",\"data\":{\"room\":\"load-5\"}}");
        assertThat(told)
                .containsExactly(
                        "4 after e:7", "5 after e:9", "opened", "4 #8 @42 " + (event.length() + 2), "5 left out to 20");
    }

    @Test
    void aParleySocketThatComesBackGoesOnWhereItWas() {
        var messages = new ParleyMessages(ROOMS, 2, "load-4=e:8,load-5=e:9", receiver, this::unmask);
        say(messages, "{\"event\":\"hello\",\"data\":{}}");
        assertThat(sent.getLast())
                .isEqualTo("{\"op\":\"subscribe\",\"ref\":\"1\",\"room\":\"load-5\",\"after\":\"e:9\"}");
        say(messages, ack(4, 70, "resumed"), ack(5, 90, "resumed"));
        assertThat(told).containsExactly("opened");
    }

    private static String ack(int room, int head, String resume) {
        return "{\"event\":\"ack\",\"ref\":\"0\",\"data\":{\"room\":\"load-" + room + "\",\"epoch\":\"e\",\"head\":"
                + head + ",\"resume\":\"" + resume + "\"}}";
    }

    @Test
    void whatParleyRefusesEndsTheStream() {
        var messages = new ParleyMessages(ROOMS, 2, "", receiver, this::unmask);
        say(messages, "{\"event\":\"problem\",\"ref\":\"0\",\"data\":{\"code\":\"forbidden\"}}");
        assertThat(told).hasSize(1).first().asString().startsWith("ended: ").contains("forbidden");
    }

    @Test
    void aSocketIoConnectionGreetsAnswersPingsAndReadsEvents() {
        var packets = new SocketIoPackets(3, receiver, this::unmask);
        String event = "42[\"message\",\"@@0000000000000000042xx\"]";
        say(packets, "0{\"sid\":\"a\"}", "40{\"sid\":\"b\"}", "2", event, "41");
        assertThat(sent).containsExactly("40", "3");
        assertThat(told).containsExactly("opened", "3 #-1 @42 " + (event.length() + 2), "ended: 1");
    }
}
