package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.RawStream;
import dev.parley.delivery.Streams;
import io.netty.buffer.PooledByteBufAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Readers that stop reading.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(120)
class SlowReadersTest {

    @Parameter
    private Way way;

    private static final int STALLED = 8;
    private static final int MESSAGES = 1_500;

    /// Of a slice under way, the connection's own mark, and what the system takes.
    private static final int SMALL_BUFFER = 4 << 10;

    @Test
    void theyAreBoundedAndClosedAndTheOthersHearEverything() throws Exception {
        try (var server = way.start("test.write-deadline=3000", "test.heartbeat=1000")) {
            server.room("flood", "");
            String alice = server.token("alice");
            List<RawStream> stalled = new ArrayList<>();
            for (int i = 0; i < STALLED; i++) {
                String request = RawStream.get("/v1/rooms/flood/events", "Authorization: Bearer " + alice);
                stalled.add(RawStream.open(server.port(), request, SMALL_BUFFER));
            }
            try (Reader healthy = Reader.open(server.port(), alice, "/v1/rooms/flood/events")) {
                healthy.hello();
                long before = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
                String text = "x".repeat(4_000);
                var heard = CompletableFuture.supplyAsync(() -> healthy.seqs(MESSAGES));
                for (int i = 0; i < MESSAGES / 50; i++) {
                    server.batch("flood", 50, "\"" + text + "\"");
                }
                assertThat(heard.get(60, TimeUnit.SECONDS))
                        .isEqualTo(LongStream.rangeClosed(1, MESSAGES).boxed().toList());
                long grown = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() - before;
                assertThat(grown)
                        .as("6 MB for each of %s would be %s MB", STALLED, STALLED * 6)
                        .isLessThan(20L << 20);
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> server.bean(Streams.class).size() == 1);
            }
            for (RawStream stream : stalled) {
                String cursor = cursorAtTheEndOf(stream);
                try (Reader back =
                        Reader.open(server.port(), alice, "/v1/rooms/flood/events", "Last-Event-ID: " + cursor)) {
                    back.hello();
                    long from = Long.parseLong(cursor.substring(cursor.indexOf(':') + 1)) + 1;
                    assertThat(from).isLessThan(MESSAGES);
                    assertThat(back.seqs(5))
                            .isEqualTo(LongStream.range(from, from + 5).boxed().toList());
                }
            }
        }
    }

    /// What it got before it was closed is a beginning of the stream.
    private static String cursorAtTheEndOf(RawStream stream) throws Exception {
        stream.rest(Duration.ofSeconds(10));
        assertThat(stream.endedWell()).isFalse();
        String cursor = stream.parser().lastEventId();
        stream.close();
        return cursor;
    }
}
