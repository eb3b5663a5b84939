package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.web.StreamServer;
import dev.parley.adapters.web.TestTls;
import dev.parley.contract.RawStream;
import dev.parley.delivery.Streams;
import io.netty.channel.uring.IoUring;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What matters of a socket, plain or over TLS, where HTTP/2 is offered and not taken.
@ParameterizedClass
@EnumSource(SocketsEveryWayTest.Wire.class)
@Timeout(180)
class SocketsEveryWayTest {

    enum Wire {
        PLAIN,
        TLS,
        TLS_BESIDE_HTTP_2,
        PLAIN_IO_URING,
        TLS_IO_URING;

        boolean tls() {
            return name().startsWith("TLS");
        }

        StreamServer start(String... more) {
            boolean rings = name().endsWith("IO_URING");
            Assumptions.assumeTrue(!rings || IoUring.isAvailable(), "this machine has no io_uring");
            var all = new ArrayList<>(List.of(more));
            if (tls()) {
                all.addAll(TestTls.properties());
            }
            all.add("server.http2.enabled=" + (this == TLS_BESIDE_HTTP_2));
            all.add("parley.transport=" + (rings ? "io_uring" : "epoll"));
            return StreamServer.start(all.toArray(String[]::new));
        }
    }

    private static final int WRITERS = 8;
    private static final int MESSAGES = 20;

    @Parameter
    private Wire wire;

    private static StreamServer server;
    private static String alice;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) {
        server = wire.start();
        alice = server.token("alice");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    private TalkingSocket open() {
        return open(server, alice);
    }

    private TalkingSocket open(StreamServer at, String token) {
        TalkingSocket socket =
                !wire.tls() ? TalkingSocket.open(at.port(), token) : TalkingSocket.openOverTls(at.port(), token);
        socket.next("hello");
        return socket;
    }

    private static void subscribe(TalkingSocket socket, String room) {
        assertThat(socket.ask(room, "\"op\":\"subscribe\",\"room\":\"" + room + "\"")
                        .get("event")
                        .asString())
                .isEqualTo("ack");
        socket.next("caught-up");
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    private static List<Long> seqs(TalkingSocket socket, int count) {
        var seqs = new ArrayList<Long>();
        while (seqs.size() < count) {
            seqs.add(socket.next("message").at("/data/seq").asLong());
        }
        return seqs;
    }

    @Test
    void itBeginsGoesOnAndResumes() {
        server.room("core", "");
        String cursor;
        try (TalkingSocket socket = open()) {
            subscribe(socket, "core");
            server.publish("core", "{\"data\":\"" + "x".repeat(16_000) + "\"}");
            server.batch("core", 500, "\"" + "y".repeat(1_000) + "\"");
            assertThat(seqs(socket, 501)).isEqualTo(range(1, 501));
            socket.say("{\"op\":\"publish\",\"ref\":\"p\",\"room\":\"core\",\"data\":2,\"clientMsgId\":\"m\"}");
            List<JsonNode> both = List.of(socket.next(), socket.next());
            assertThat(both)
                    .extracting(frame -> frame.get("event").asString())
                    .containsExactlyInAnyOrder("ack", "message");
            assertThat(both).extracting(frame -> frame.at("/data/seq").asLong()).containsOnly(502L);
            cursor = server.epoch("core") + ":500";
        }
        try (TalkingSocket socket = open()) {
            JsonNode ack = socket.ask("1", "\"op\":\"subscribe\",\"room\":\"core\",\"after\":\"" + cursor + "\"");
            assertThat(ack.at("/data/resume").asString()).isEqualTo("resumed");
            assertThat(seqs(socket, 2)).containsExactly(501L, 502L);
        }
    }

    /// A reader that gets them swapped, cut or mixed would not find its answer.
    @Test
    void whatManyWriteComesInTheLogsOrderAndWhole() throws Exception {
        server.room("busy", "");
        try (TalkingSocket one = open();
                TalkingSocket two = open();
                var writers = Executors.newFixedThreadPool(WRITERS)) {
            subscribe(one, "busy");
            subscribe(two, "busy");
            for (int writer = 0; writer < WRITERS; writer++) {
                boolean speaks = writer == 0;
                writers.execute(() -> {
                    for (int i = 0; i < MESSAGES; i++) {
                        server.publish("busy", "{\"data\":\"" + (i % 2 == 0 ? "s" : "x".repeat(15_000)) + "\"}");
                        if (speaks) {
                            one.say("{\"op\":\"ping\"}");
                        }
                    }
                });
            }
            assertThat(messages(two)).isEqualTo(range(1, WRITERS * MESSAGES));
            assertThat(messages(one)).isEqualTo(range(1, WRITERS * MESSAGES));
        }
    }

    /// Between answers to pings.
    private static List<Long> messages(TalkingSocket socket) {
        var seqs = new ArrayList<Long>();
        while (seqs.size() < WRITERS * MESSAGES) {
            JsonNode frame = socket.next();
            if (!frame.get("event").asString().equals("ack")) {
                assertThat(frame.get("event").asString()).isEqualTo("message");
                seqs.add(frame.at("/data/seq").asLong());
            }
        }
        return seqs;
    }

    private RawStream raw(StreamServer at, String token) throws IOException {
        Socket socket = !wire.tls()
                ? new Socket()
                : TestTls.context().getSocketFactory().createSocket();
        socket.setReceiveBufferSize(4 << 10);
        socket.connect(new InetSocketAddress("127.0.0.1", at.port()), 5_000);
        RawStream raw = RawStream.over(
                socket,
                RawStream.upgrade(
                        "/v1/socket",
                        "Authorization: Bearer " + token,
                        "Sec-WebSocket-Extensions: permessage-deflate",
                        "Sec-WebSocket-Protocol: parley.v1"));
        assertThat(raw.status()).isEqualTo(101);
        return raw;
    }

    @Test
    void whoTakesNothingIsClosedAndTheOthersHearEverything() throws Exception {
        try (StreamServer small = wire.start("test.write-deadline=2000")) {
            small.room("flood", "");
            String token = small.token("alice");
            try (RawStream stalled = raw(small, token);
                    TalkingSocket healthy = open(small, token)) {
                stalled.send(RawStream.frame(0x81, "{\"op\":\"subscribe\",\"room\":\"flood\"}"));
                subscribe(healthy, "flood");
                var heard = CompletableFuture.supplyAsync(() -> seqs(healthy, 1_000));
                for (int i = 0; i < 10; i++) {
                    small.batch("flood", 100, "\"" + "x".repeat(4_000) + "\"");
                }
                assertThat(heard.get(60, TimeUnit.SECONDS)).isEqualTo(range(1, 1_000));
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> small.bean(Streams.class).size() == 1);
                String got = stalled.rest(Duration.ofSeconds(20));
                assertThat(got).contains("\"seq\":1,").doesNotContain("\"seq\":1000,");
            }
        }
    }

    /// The extension was offered and not taken.
    @Test
    void whatClaimsToBeCompressedIsNotInflated() throws Exception {
        try (RawStream raw = raw(server, alice)) {
            assertThat(raw.header("sec-websocket-extensions")).isNull();
            raw.send(RawStream.frame(0xc1, "deflated"));
            assertThat(raw.rest(Duration.ofSeconds(20))).contains("\u0003\ufffd");
        }
    }

    @Test
    void whoAnswersNoPingIsClosed() throws Exception {
        try (StreamServer small = wire.start("test.pings=300", "test.pong-deadline=500")) {
            String token = small.token("alice");
            try (RawStream silent = raw(small, token);
                    TalkingSocket there = open(small, token)) {
                silent.rest(Duration.ofSeconds(20));
                assertThat(there.ask("1", "\"op\":\"ping\"").get("event").asString())
                        .isEqualTo("ack");
                await("the other is gone")
                        .untilAsserted(() ->
                                assertThat(small.bean(Streams.class).size()).isEqualTo(1));
            }
        }
    }

    @Test
    void itIsToldWhyItEnds() {
        try (TalkingSocket socket = open()) {
            socket.raw().sendBinary(java.nio.ByteBuffer.wrap(new byte[8]), true);
            assertThat(socket.ended().code()).isEqualTo(1003);
        }
        try (TalkingSocket socket = open()) {
            socket.say("{\"op\":\"token\",\"token\":\"" + server.token("bob") + "\"}");
            assertThat(socket.ended().code()).isEqualTo(4505);
        }
    }
}
