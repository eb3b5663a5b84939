package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.web.StreamServer;
import dev.parley.adapters.web.TestTls;
import dev.parley.contract.SseParser;
import dev.parley.contract.SseParser.Message;
import dev.parley.delivery.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Over HTTP/2 WebFlux serves the streams, whoever serves those over HTTP/1: many of them share a connection.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(120)
class Http2StreamsTest {

    @Parameter
    private Way way;

    private static StreamServer server;
    private static String alice;
    private static HttpClient client;

    @BeforeParameterizedClassInvocation
    static void start(Way way) {
        var properties = new ArrayList<>(TestTls.properties());
        properties.add("server.http2.enabled=true");
        properties.add("test.heartbeat=1000");
        server = way.start(properties.toArray(String[]::new));
        alice = server.token("alice");
        client = HttpClient.newBuilder()
                .sslContext(TestTls.context())
                .version(HttpClient.Version.HTTP_2)
                .build();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        client.shutdownNow();
        server.close();
    }

    /// A stream as a test wants to look at it.
    private static final class Read implements AutoCloseable {

        private final HttpResponse<InputStream> response;
        private final Queue<Message> ready = new ArrayDeque<>();
        private final SseParser parser = new SseParser(ready::add);

        Read(String target, String... headers) throws Exception {
            var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.port() + target))
                    .header("Authorization", "Bearer " + alice);
            this.response = client.send(
                    (headers.length == 0 ? request : request.headers(headers)).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        }

        Message next(String name) throws IOException {
            for (; ; ) {
                while (ready.isEmpty()) {
                    var bytes = new byte[8 << 10];
                    int count = response.body().read(bytes);
                    if (count < 0) {
                        return null;
                    }
                    parser.feed(bytes, 0, count);
                }
                Message message = ready.remove();
                if (message.event().equals(name)) {
                    return message;
                }
            }
        }

        List<Long> seqs(int count) throws IOException {
            var seqs = new ArrayList<Long>();
            for (int i = 0; i < count; i++) {
                seqs.add(Reader.json(next("message")).get("seq").asLong());
            }
            return seqs;
        }

        @Override
        public void close() throws IOException {
            response.body().close();
        }
    }

    @Test
    void severalStreamsOfAConnectionBeginGoOnAndResume() throws Exception {
        server.room("two", "");
        String cursor;
        try (Read one = new Read("/v1/rooms/two/events");
                Read other = new Read("/v1/events?rooms=two")) {
            assertThat(one.response.statusCode()).isEqualTo(200);
            assertThat(one.response.headers().firstValue("content-type")).hasValue("text/event-stream");
            assertThat(one.next("hello")).isNotNull();
            assertThat(other.next("hello")).isNotNull();
            server.batch("two", 300, "\"" + "x".repeat(1_000) + "\"");
            List<Long> all = LongStream.rangeClosed(1, 300).boxed().toList();
            assertThat(one.seqs(300)).isEqualTo(all);
            assertThat(other.seqs(300)).isEqualTo(all);
            cursor = one.parser.lastEventId();
        }
        server.publish("two", "{\"data\":1}");
        try (Read back = new Read("/v1/rooms/two/events", "Last-Event-ID", cursor)) {
            assertThat(Reader.json(back.next("hello")).at("/rooms/two/resume").asString())
                    .isEqualTo("resumed");
            assertThat(back.seqs(1)).containsExactly(301L);
        }
    }

    @Test
    void aStreamEndsAloneAndItsConnectionGoesOn() throws Exception {
        server.room("ends", "");
        server.room("stays", "");
        try (Read ends = new Read("/v1/rooms/ends/events");
                Read stays = new Read("/v1/rooms/stays/events")) {
            ends.next("hello");
            stays.next("hello");
            int before = server.bean(Streams.class).size();
            server.destroy("ends");
            assertThat(ends.next("closed")).isNotNull();
            assertThat(ends.next("nothing")).isNull();
            await().until(() -> server.bean(Streams.class).size() < before);
            server.publish("stays", "{\"data\":1}");
            assertThat(stays.seqs(1)).containsExactly(1L);
        }
    }

    @Test
    void whoTakesNothingHoldsUpNobodyElse() throws Exception {
        server.room("flooded", "");
        server.room("calm", "");
        try (Read stalled = new Read("/v1/rooms/flooded/events");
                Read calm = new Read("/v1/rooms/calm/events")) {
            stalled.next("hello");
            calm.next("hello");
            for (int i = 0; i < 10; i++) {
                server.batch("flooded", 100, "\"" + "x".repeat(4_000) + "\"");
            }
            server.publish("calm", "{\"data\":1}");
            assertThat(calm.seqs(1)).containsExactly(1L);
            assertThat(stalled.seqs(1_000))
                    .isEqualTo(LongStream.rangeClosed(1, 1_000).boxed().toList());
        }
    }

    @Test
    void whatIsRefusedIsAProblem() throws Exception {
        try (Read refused = new Read("/v1/rooms/any/events?rewind=501")) {
            assertThat(refused.response.statusCode()).isEqualTo(400);
            assertThat(new String(refused.response.body().readAllBytes())).contains("\"code\":\"invalid-parameter\"");
        }
    }
}
