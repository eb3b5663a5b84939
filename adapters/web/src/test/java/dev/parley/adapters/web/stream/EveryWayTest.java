package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.web.StreamServer;
import dev.parley.adapters.web.TestTls;
import dev.parley.contract.RawStream;
import dev.parley.delivery.Streams;
import io.netty.channel.Channel;
import io.netty.channel.uring.IoUring;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What matters of a stream, by whatever way it comes: by the door or through WebFlux, plain or over TLS, where HTTP/2
/// is offered and not taken, in chunks or as HTTP/1.0 has it.
@ParameterizedClass
@EnumSource(EveryWayTest.Wire.class)
@Timeout(180)
class EveryWayTest {

    enum Wire {
        DOOR_1_0(Way.DOOR, false, "HTTP/1.0"),
        WEBFLUX_1_0(Way.WEBFLUX, false, "HTTP/1.0"),
        DOOR_TLS(Way.DOOR, true, "HTTP/1.1"),
        WEBFLUX_TLS(Way.WEBFLUX, true, "HTTP/1.1"),
        DOOR_TLS_BESIDE_HTTP_2(Way.DOOR, true, "HTTP/1.1", "server.http2.enabled=true"),
        WEBFLUX_TLS_BESIDE_HTTP_2(Way.WEBFLUX, true, "HTTP/1.1", "server.http2.enabled=true"),
        DOOR_TLS_1_0(Way.DOOR, true, "HTTP/1.0"),
        WEBFLUX_TLS_1_0(Way.WEBFLUX, true, "HTTP/1.0"),
        DOOR_IO_URING(Way.DOOR, false, "HTTP/1.1", "parley.transport=io_uring"),
        WEBFLUX_TLS_IO_URING(Way.WEBFLUX, true, "HTTP/1.1", "parley.transport=io_uring");

        private final Way way;
        private final boolean tls;
        private final String version;
        private final List<String> properties;

        Wire(Way way, boolean tls, String version, String... properties) {
            this.way = way;
            this.tls = tls;
            this.version = version;
            this.properties = List.of(properties);
        }

        StreamServer start(String... more) {
            Assumptions.assumeTrue(
                    !name().endsWith("IO_URING") || IoUring.isAvailable(), "this machine has no io_uring");
            var all = new ArrayList<>(properties);
            all.addAll(List.of(more));
            if (tls) {
                all.addAll(TestTls.properties());
            }
            return way.start(all.toArray(String[]::new));
        }
    }

    @Parameter
    private Wire wire;

    private static StreamServer server;
    private static String alice;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) {
        server = wire.start("test.heartbeat=1000");
        alice = server.token("alice");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    private Reader open(String target, String... headers) throws IOException {
        return open(server, alice, 0, target, headers);
    }

    private Reader open(StreamServer at, String token, int receiveBuffer, String target, String... headers)
            throws IOException {
        var all = new ArrayList<>(List.of(headers));
        all.add("Authorization: Bearer " + token);
        String request = RawStream.request("GET", target, wire.version, all.toArray(String[]::new));
        if (!wire.tls) {
            return Reader.over(RawStream.open(at.port(), request, receiveBuffer));
        }
        var socket = (SSLSocket) TestTls.context().getSocketFactory().createSocket();
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.connect(new java.net.InetSocketAddress("127.0.0.1", at.port()), 5_000);
        return Reader.over(RawStream.over(socket, request));
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void itBeginsGoesOnAndResumes() throws IOException {
        server.room("core", "");
        String cursor;
        try (Reader reader = open("/v1/rooms/core/events");
                Reader other = open("/v1/events?rooms=core,none")) {
            assertThat(reader.raw().status()).isEqualTo(200);
            boolean chunked = wire.version.equals("HTTP/1.1");
            assertThat(reader.raw().header("transfer-encoding")).isEqualTo(chunked ? "chunked" : null);
            assertThat(reader.raw().headers())
                    .containsEntry("content-type", "text/event-stream")
                    .containsEntry("cache-control", "no-cache, no-transform")
                    .containsEntry("x-content-type-options", "nosniff")
                    .containsEntry("connection", "close")
                    .doesNotContainKey("content-length");
            reader.hello();
            other.hello();
            server.publish("core", "{\"data\":\"" + "x".repeat(16_000) + "\"}");
            server.batch("core", 500, "\"" + "y".repeat(1_000) + "\"");
            assertThat(reader.seqs(501)).isEqualTo(range(1, 501));
            assertThat(other.seqs(501)).isEqualTo(range(1, 501));
            cursor = reader.cursor();
        }
        server.publish("core", "{\"data\":1}");
        try (Reader reader = open("/v1/rooms/core/events", "Last-Event-ID: " + cursor)) {
            assertThat(reader.hello().at("/rooms/core/resume").asString()).isEqualTo("resumed");
            assertThat(reader.seqs(1)).containsExactly(502L);
        }
    }

    @Test
    void itEndsAsItShould() throws Exception {
        server.room("ending", "");
        try (Reader reader = open("/v1/rooms/ending/events")) {
            reader.hello();
            server.destroy("ending");
            reader.event();
            reader.next("closed");
            reader.rest();
            assertThat(reader.raw().endedWell()).isTrue();
        }
    }

    @Test
    void bytesOfTheClientEndIt() throws Exception {
        server.room("chatty", "");
        try (Reader reader = open("/v1/rooms/chatty/events")) {
            reader.hello();
            reader.raw().send("GET /v1/rooms/chatty HTTP/1.1\r\n\r\n");
            assertThat(reader.rest()).doesNotContain("HTTP/1.1", "createdAt");
        }
    }

    @Test
    void whatIsRefusedIsAPlainProblem() throws Exception {
        try (Reader reader = open("/v1/rooms/any/events?rewind=501", "Connection: close")) {
            assertThat(reader.raw().status()).isEqualTo(400);
            assertThat(reader.raw().header("content-length")).isNotNull();
            assertThat(reader.rest())
                    .contains("\"code\":\"invalid-parameter\"", wire.tls ? "https://localhost" : "http://localhost");
        }
        String bob = server.reader("bob", "other");
        try (Reader reader = open(server, bob, 0, "/v1/rooms/any/events", "Connection: close")) {
            assertThat(reader.raw().status()).isEqualTo(403);
        }
    }

    @Test
    void whoTakesNothingIsClosedAndTheOthersHearEverything() throws Exception {
        try (var small = wire.start("test.write-deadline=1000", "test.heartbeat=500")) {
            small.room("flood", "");
            String token = small.token("alice");
            try (Reader stalled = open(small, token, 4 << 10, "/v1/rooms/flood/events");
                    Reader healthy = open(small, token, 0, "/v1/rooms/flood/events")) {
                healthy.hello();
                var heard = CompletableFuture.supplyAsync(() -> healthy.seqs(1_000));
                for (int i = 0; i < 10; i++) {
                    small.batch("flood", 100, "\"" + "x".repeat(4_000) + "\"");
                }
                assertThat(heard.get(60, TimeUnit.SECONDS)).isEqualTo(range(1, 1_000));
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> small.bean(Streams.class).size() == 1);
                stalled.rest();
                String cursor = stalled.cursor();
                long from = Long.parseLong(cursor.substring(cursor.indexOf(':') + 1)) + 1;
                assertThat(from).isLessThan(1_000);
                try (Reader back = open(small, token, 0, "/v1/rooms/flood/events", "Last-Event-ID: " + cursor)) {
                    back.hello();
                    assertThat(back.seqs(5)).isEqualTo(range(from, from + 4));
                }
            }
        }
    }

    @Test
    void atTheDoorNothingElseIsLeftOfTheConnection() throws Exception {
        server.room("bare", "");
        try (Reader reader = open("/v1/rooms/bare/events")) {
            reader.hello();
            for (Channel channel : server.connections()) {
                boolean streams = channel.pipeline().get("parley.stream") != null;
                boolean bare = channel.pipeline().toMap().values().stream()
                        .allMatch(handler -> handler instanceof SslHandler || handler instanceof DirectOutlet);
                assertThat(bare).isEqualTo(streams && wire.way == Way.DOOR);
            }
            assertThat(server.connections())
                    .anyMatch(channel -> channel.pipeline().get("parley.stream") != null);
        }
    }
}
