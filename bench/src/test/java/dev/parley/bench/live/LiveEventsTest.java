package dev.parley.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Tier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveEventsTest {

    private static final String STREAM = """
            retry: 2871

            : a comment

            id: 1k3:40
            event: hello
            data: {"session":"s1","user":"u","heartbeatMs":15000,"pullJitterMs":400,"rooms":{}}

            event: caught-up
            data: {"room":"r0","seq":40}

            id: 1k3:41
            data: {"room":"r0","epoch":"1k3","seq":41,"type":"gift","tier":"critical","sender":"a@b","data":"@@0000000000000001234xx"}

            id: 1k3:41
            event: dropped
            data: {"room":"r0","epoch":"1k3","tier":"high","from":42,"to":60,"count":12,"reason":"slow"}

            id: 1k3:60
            event: dropped
            data: {"room":"r0","epoch":"1k3","tier":"low","from":42,"to":60,"count":7,"reason":"expired"}

            event: signal
            data: {"room":"r0","type":"heart","data":{"n":17},"ttlMs":0}

            event: signal
            data: {"room":"r0","type":"typing","sender":"a","data":{},"ttlMs":5000}

            event: notify
            data: {"room":"r0","epoch":"1k3","head":61}

            id: 1k3:61
            data: {"room":"r0","epoch":"1k3","seq":61,"type":"room.updated","sender":"@server"}

            id: 1k3:70
            event: gap
            data: {"room":"r0","reason":"cursor-expired"}

            event: reconnect
            data: {"afterMs":10}

            """;

    private static final List<String> TOLD = List.of(
            "hello 1k3:40 s1 400",
            "at 1k3:40",
            "event CRITICAL 41 1234",
            "at 1k3:41",
            "dropped HIGH 42-60 12 false",
            "at 1k3:41",
            "dropped LOW 42-60 7 true",
            "at 1k3:60",
            "signal h 17",
            "signal t -1",
            "notified 61",
            "event null 61 -1",
            "at 1k3:61",
            "gap",
            "at 1k3:70",
            "ended {\"afterMs\":10}");

    /// Writes down what it is told.
    private static final class Noted implements LiveEvents.Listener {

        final List<String> told = new ArrayList<>();

        @Override
        public void hello(String position, String session, long jitterMillis) {
            told.add("hello " + position + " " + session + " " + jitterMillis);
        }

        @Override
        public void event(@Nullable Tier tier, long seq, long stamp) {
            told.add("event " + tier + " " + seq + " " + stamp);
        }

        @Override
        public void dropped(Dropped dropped) {
            told.add("dropped " + dropped.tier() + " " + dropped.from() + "-" + dropped.to() + " " + dropped.count()
                    + " " + dropped.expired());
        }

        @Override
        public void position(String epoch, long seq) {
            told.add("at " + epoch + ":" + seq);
        }

        @Override
        public void gap() {
            told.add("gap");
        }

        @Override
        public void signal(byte kind, long n) {
            told.add("signal " + (char) kind + " " + n);
        }

        @Override
        public void notified(long head) {
            told.add("notified " + head);
        }

        @Override
        public void ended(String why) {
            told.add("ended " + why);
        }
    }

    @Test
    void everySplitReadsTheSame() {
        byte[] bytes = STREAM.getBytes(StandardCharsets.US_ASCII);
        for (int cut = 0; cut <= bytes.length; cut++) {
            var noted = new Noted();
            var events = new LiveEvents(noted);
            events.accept(bytes, 0, cut);
            events.accept(bytes, cut, bytes.length);
            assertThat(noted.told).as("cut at %d", cut).isEqualTo(TOLD);
        }
    }

    @Test
    void aPageHasItsEventsAndWhereItGoesOn() {
        byte[] page = ("{\"items\":[{\"room\":\"r0\",\"seq\":7,\"tier\":\"low\",\"data\":\"@@0000000000000000005\"},"
                        + "{\"room\":\"r0\",\"seq\":8,\"tier\":\"high\",\"data\":\"@@0000000000000000006\"}],\"epoch\":\"e\","
                        + "\"next\":\"e:8\",\"hasMore\":true,\"skipped\":[]}")
                .getBytes(StandardCharsets.US_ASCII);
        var noted = new Noted();
        assertThat(new LivePage().read(page, 0, page.length, noted)).isTrue();
        assertThat(noted.told).containsExactly("event LOW 7 5", "event HIGH 8 6", "at e:8");
    }

    @Test
    void anEmptyPageOnlySaysWhereItGoesOn() {
        byte[] page = "{\"items\":[],\"epoch\":\"e\",\"next\":\"e:8\",\"hasMore\":false,\"skipped\":[]}"
                .getBytes(StandardCharsets.US_ASCII);
        var noted = new Noted();
        assertThat(new LivePage().read(page, 0, page.length, noted)).isFalse();
        assertThat(noted.told).containsExactly("at e:8");
    }
}
