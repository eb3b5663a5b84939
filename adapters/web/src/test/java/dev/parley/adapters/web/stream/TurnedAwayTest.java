package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.SseParser.Message;
import dev.parley.usecase.Streaming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What passes by waiting is told on a stream, with 200.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(120)
class TurnedAwayTest {

    @Parameter
    private Way way;

    private static Message reconnect(Reader reader, String reason) {
        assertThat(reader.raw().statusLine()).isEqualTo("HTTP/1.1 200 OK");
        assertThat(reader.raw().header("content-type")).isEqualTo("text/event-stream");
        Message message = reader.next("reconnect");
        assertThat(message.id()).isNull();
        assertThat(Reader.json(message).get("reason").asString()).isEqualTo(reason);
        long after = Reader.json(message).get("afterMs").asLong();
        assertThat(reader.parser().reconnectionTime()).isBetween(2_000L, 20_000L);
        assertThat(after).isBetween(1L, 20_000L);
        assertThat(reader.any()).isNull();
        assertThat(reader.raw().endedWell()).isTrue();
        return message;
    }

    @Test
    void aServerThatStopsSendsItsReadersAwayAndTakesNoMore() throws Exception {
        try (var server = way.start()) {
            server.room("draining", "");
            String alice = server.token("alice");
            String target = "/v1/rooms/draining/events";
            List<Reader> readers = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                Reader reader = Reader.open(server.port(), alice, target);
                reader.hello();
                readers.add(reader);
            }
            server.publish("draining", "{\"data\":1}");
            var drained = new CompletableFuture<Boolean>();
            server.bean(Streaming.class).drain(Duration.ofMillis(500), () -> drained.complete(true));
            for (Reader reader : readers) {
                assertThat(reader.seqs(1)).containsExactly(1L);
                reconnect(reader, "draining");
                assertThat(reader.cursor()).endsWith(":1");
                reader.close();
            }
            assertThat(drained.get(10, TimeUnit.SECONDS)).isTrue();
            try (Reader late = Reader.open(server.port(), alice, target)) {
                reconnect(late, "draining");
            }
            assertThat(server.metric("parley_streams_turned_away_total{reason=\"draining\"} "))
                    .isEqualTo(1);
        }
    }

    @Test
    void aFullServerSaysSoOnAStream() {
        try (var server = way.start("test.streams=1")) {
            server.room("full", "");
            String alice = server.token("alice");
            try (Reader first = Reader.open(server.port(), alice, "/v1/rooms/full/events");
                    Reader second = Reader.open(server.port(), alice, "/v1/rooms/full/events")) {
                first.hello();
                reconnect(second, "overloaded");
            }
        }
    }
}
