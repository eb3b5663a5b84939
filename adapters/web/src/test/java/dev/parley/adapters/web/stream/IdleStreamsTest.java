package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.web.StreamServer.WatchedOffload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Streams that wait hold nothing that others need. Everything that asks a store goes through the core's one door for
/// calls that block.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(120)
class IdleStreamsTest {

    @Parameter
    private Way way;

    private static final int STREAMS = 50;

    @Test
    void fiftyStreamsHoldNoCallToTheStore() {
        try (var server = way.start("test.heartbeat=1000")) {
            server.room("held", "");
            server.fill("held", 40);
            String alice = server.token("alice");
            var offload = server.bean(WatchedOffload.class);
            List<Reader> readers = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                Reader reader = Reader.open(
                        server.port(), alice, "/v1/rooms/held/events?after=" + server.epoch("held") + ":20");
                reader.hello();
                assertThat(reader.seqs(20))
                        .isEqualTo(LongStream.rangeClosed(21, 40).boxed().toList());
                readers.add(reader);
            }
            await().untilAsserted(() -> assertThat(offload.underWay()).isZero());
            long before = offload.begun();
            assertThat(readers.getLast().quietFor(java.time.Duration.ofSeconds(3)))
                    .isTrue();
            assertThat(offload.begun() - before)
                    .as("calls in three seconds: the check of rules, once a second for all")
                    .isLessThan(STREAMS / 2);
            for (int i = 0; i < 100; i++) {
                server.publish("held", "{\"data\":1}");
                server.get("/v1/rooms/held/messages?limit=1");
            }
            for (Reader reader : readers) {
                assertThat(reader.seqs(100))
                        .isEqualTo(LongStream.rangeClosed(41, 140).boxed().toList());
                reader.close();
            }
        }
    }
}
