package dev.parley.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpLoadTest {

    private static final int REQUESTS = 500;

    private final Set<String> received = Collections.newSetFromMap(new ConcurrentHashMap<>());
    private final Set<Integer> peers = Collections.newSetFromMap(new ConcurrentHashMap<>());
    private final List<Long> seqs = new ArrayList<>();
    private final Set<Integer> statuses = new HashSet<>();
    private HttpServer server;

    /// Sends a number, gets it back as `seq`, in a long answer each third time and in none each fifth.
    private final Exchange numbers = new Exchange() {

        private int next;

        @Override
        public int claim() {
            return next < REQUESTS ? ++next : -1;
        }

        @Override
        public void write(int n, int connection, ByteBuffer request) {
            String body = Integer.toString(n);
            request.put(("POST /numbers HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                    .getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void answered(int n, HttpAnswer answer, long nanos) {
            assertThat(nanos).isPositive();
            statuses.add(answer.status());
            assertThat(answer.number("seq")).isEqualTo(answer.status() == 204 ? 0 : n);
            seqs.add((long) n);
        }
    };

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/numbers", exchange -> {
            String number = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
            received.add(number);
            peers.add(exchange.getRemoteAddress().getPort());
            int n = Integer.parseInt(number);
            byte[] body = ("{\"seq\":" + n + ",\"rest\":\"" + "x".repeat(n % 3 == 0 ? 20_000 : 5) + "\"}")
                    .getBytes(StandardCharsets.US_ASCII);
            if (n % 5 == 0) {
                exchange.sendResponseHeaders(204, -1);
            } else {
                exchange.sendResponseHeaders(201, body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void everyRequestIsSentOnceAndAnsweredOnKeptConnections() {
        try (var load = new HttpLoad(server.getAddress(), 8)) {
            var run = load.run(numbers, Duration.ofSeconds(60));
            assertThat(run.seconds()).isBetween(0.0, 60.0);
            assertThat(run.busy()).isBetween(0.0, 1.1);
        }
        assertThat(received).hasSize(REQUESTS);
        assertThat(seqs).hasSize(REQUESTS).doesNotHaveDuplicates();
        assertThat(statuses).containsExactlyInAnyOrder(201, 204);
        assertThat(peers).hasSize(8);
    }

    @Test
    void whenTheTimeIsOverWhatIsUnderWayIsStillAnswered() {
        try (var load = new HttpLoad(server.getAddress(), 8)) {
            load.run(numbers, Duration.ZERO);
        }
        assertThat(seqs).hasSize(8);
    }

    @Test
    void aServerThatHangsUpIsTold() throws IOException {
        try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var load = new HttpLoad(listening.getLocalSocketAddress(), 1)) {
            listening.accept().close();
            assertThatThrownBy(() -> load.run(numbers, Duration.ofSeconds(5)))
                    .isInstanceOf(BenchFailure.class)
                    .hasMessageContaining("connection");
        }
    }

    @Test
    void anAnswerInChunksIsRefused() {
        byte[] head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> HttpAnswer.take(ByteBuffer.wrap(head))).hasMessageContaining("chunks");
    }

    @Test
    void anIncompleteAnswerIsLeftWhereItIs() {
        byte[] part = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcd".getBytes(StandardCharsets.US_ASCII);
        var buffer = ByteBuffer.wrap(part);
        assertThat(HttpAnswer.take(buffer)).isNull();
        assertThat(buffer.position()).isZero();
    }
}
