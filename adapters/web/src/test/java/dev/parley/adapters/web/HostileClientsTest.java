package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// Raw sockets that do not behave.
class HostileClientsTest {

    private static TestServer server;
    private static String alice;

    @BeforeAll
    static void start() {
        server = TestServer.dev();
        alice = server.token("alice");
        server.send("PUT", alice, "/v1/rooms/calm", "{}");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Socket connect() throws IOException {
        var socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout(30_000);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static String head(String method, String path, String... headers) {
        return method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + alice + "\r\n"
                + String.join(
                        "",
                        Arrays.stream(headers).map(header -> header + "\r\n").toList()) + "\r\n";
    }

    /// All until the server closes.
    private static String rest(Socket socket) throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException _) {
            return "reset";
        }
    }

    private static void answeredAndClosed(String request, int status, String code) throws IOException {
        try (Socket socket = connect()) {
            write(socket, request);
            String answer = rest(socket);
            assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
            assertThat(answer.toLowerCase(java.util.Locale.ROOT))
                    .contains("content-type: application/problem+json", "connection: close", "cache-control: no-store");
            assertThat(answer).contains("\"code\":\"" + code + "\"", "/problems/" + code + "\"");
        }
    }

    @Test
    void aBodyAnnouncedAsTooLargeIsRefusedBeforeItComes() throws IOException {
        String post =
                head("POST", "/v1/rooms/calm/messages", "Content-Type: application/json", "Content-Length: 1073741824");
        answeredAndClosed(post, 413, "payload-too-large");
    }

    @Test
    void aTenMegabyteMessageIsRefusedAndItsSenderReadsTheAnswer() throws IOException {
        byte[] megabyte = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        for (String framing : List.of("Content-Length: 10485760", "Transfer-Encoding: chunked")) {
            try (Socket socket = connect()) {
                write(socket, head("POST", "/v1/rooms/calm/messages", "Content-Type: application/json", framing));
                for (int i = 0; i < 10; i++) {
                    if (framing.startsWith("Transfer")) {
                        write(socket, "100000\r\n");
                    }
                    socket.getOutputStream().write(megabyte);
                    if (framing.startsWith("Transfer")) {
                        write(socket, "\r\n");
                    }
                }
                assertThat(rest(socket)).startsWith("HTTP/1.1 413 ").contains("\"code\":\"payload-too-large\"");
            }
        }
    }

    @Test
    void whatIsNoHttpGetsAProblemDocument() throws IOException {
        answeredAndClosed("nonsense\r\n\r\n", 400, "bad-request");
        answeredAndClosed("GET /v1/rooms/a b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "bad-request");
        answeredAndClosed("GET / HTTP/1.1\r\nHost: localhost\r\nBad\0Name: x\r\n\r\n", 400, "bad-request");
        answeredAndClosed("GET /" + "a".repeat(17_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 414, "uri-too-long");
        answeredAndClosed(
                "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(17_000) + "\r\n\r\n", 431, "headers-too-large");
        answeredAndClosed("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n", 400, "bad-request");
        answeredAndClosed("GET /v1/rooms/a|b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "bad-request");
        answeredAndClosed("GET /v1/rooms/a%zz HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "bad-request");
    }

    @Test
    void aBodyThatBreaksOffIsNeverTakenForWhole() throws IOException {
        server.send("PUT", alice, "/v1/rooms/broken", "{}");
        String post = head(
                "POST", "/v1/rooms/broken/messages", "Content-Type: application/json", "Transfer-Encoding: chunked");
        answeredAndClosed(post + "a\r\n{\"data\":1}\r\nnonsense\r\n", 400, "bad-request");
        answeredAndClosed(post + "a\r\n{\"data\":2}\r\n0\r\nbad\0trailer: x\r\n\r\n", 400, "bad-request");
        for (String begun : List.of(
                post + "a\r\n{\"data\":3}\r\n",
                head("POST", "/v1/rooms/broken/messages", "Content-Type: application/json", "Content-Length: 20")
                        + "{\"data\":4}")) {
            try (Socket socket = connect()) {
                write(socket, begun);
            }
        }
        assertThat(server.post(alice, "/v1/rooms/broken/messages", "{\"data\":5}")
                        .json()
                        .get("seq")
                        .asLong())
                .isEqualTo(1);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void clientsThatGoAwayLeaveNoLineInTheLog(CapturedOutput output) throws IOException {
        String post = head("POST", "/v1/rooms/calm/messages", "Content-Type: application/json", "Content-Length: 20");
        for (int i = 0; i < 20; i++) {
            try (Socket socket = connect()) {
                write(socket, post + "{\"da");
                socket.setSoLinger(i % 2 == 0, 0);
            }
            try (Socket socket = connect()) {
                write(
                        socket,
                        head("POST", "/v1/rooms/calm/messages", "Content-Type: application/json", "Content-Length: 10")
                                + "{\"data\":1}");
                socket.setSoLinger(i % 2 == 0, 0);
            }
            try (Socket socket = connect()) {
                write(socket, "GET / HT");
            }
        }
        org.awaitility.Awaitility.await()
                .until(() -> server.get(null, "/metrics")
                        .response()
                        .body()
                        .lines()
                        .anyMatch(line -> line.matches("parley_connections [123]\\.0")));
        assertThat(output).doesNotContain("WARN", "ERROR");
    }

    @Test
    void linesOfUpToSixteenKibibytesAreRead() throws IOException {
        try (Socket socket = connect()) {
            write(
                    socket,
                    "GET /livez HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(15_000)
                            + "\r\nConnection: close\r\n\r\n");
            assertThat(rest(socket)).startsWith("HTTP/1.1 200 ");
        }
        try (Socket socket = connect()) {
            write(socket, "GET /" + "a".repeat(15_000) + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(rest(socket)).startsWith("HTTP/1.1 404 ");
        }
    }

    @Test
    void aHeadRequestForNonsenseHasNoBody() throws IOException {
        try (Socket socket = connect()) {
            write(socket, "HEAD /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            String answer = rest(socket);
            assertThat(answer).startsWith("HTTP/1.1 404 ").endsWith("\r\n\r\n");
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrder() throws IOException {
        try (Socket socket = connect()) {
            String publish =
                    head("POST", "/v1/rooms/pipe/messages", "Content-Type: application/json", "Content-Length: 10");
            write(socket, publish + "{\"data\":1}" + publish + "{\"data\":2}" + publish + "{\"data\":3}");
            var answers = new StringBuilder();
            while (answers.indexOf("\"data\":3}") < 0) {
                answers.append((char) socket.getInputStream().read());
            }
            assertThat(answers.indexOf("\"seq\":1,")).isPositive().isLessThan(answers.indexOf("\"seq\":2,"));
            assertThat(answers.indexOf("\"seq\":2,")).isLessThan(answers.indexOf("\"seq\":3,"));
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void slowClientsAreClosedInTimeAndHarmNobody(CapturedOutput output) throws Exception {
        slowestOfAHundred();
        Duration alone = slowestOfAHundred();
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> heads = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                heads.add(pool.submit(() -> dribble("GET /livez HTTP/1.1\r\nX: ", Duration.ofSeconds(5))));
            }
            List<Future<String>> bodies = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                String post = head(
                        "POST", "/v1/rooms/calm/messages", "Content-Type: application/json", "Content-Length: 60000");
                bodies.add(pool.submit(() -> dribble(post, Duration.ofSeconds(1))));
            }
            heads.addAll(bodies);
            org.awaitility.Awaitility.await().until(() -> dribbling.get() == heads.size());
            heads.removeAll(bodies);
            Duration beside = slowestOfAHundred();
            assertThat(dribbling.get()).as("they were there all the time").isEqualTo(heads.size() + bodies.size());
            assertThat(beside).isLessThan(alone.multipliedBy(5).plusMillis(250));
            for (Future<String> head : heads) {
                assertThat(head.get(30, TimeUnit.SECONDS)).isIn("", "reset");
            }
            for (Future<String> body : bodies) {
                assertThat(body.get(30, TimeUnit.SECONDS))
                        .startsWith("HTTP/1.1 408 ")
                        .contains("\"code\":\"request-timeout\"");
            }
            assertThat(output).doesNotContain("WARN", "ERROR");
        }
    }

    /// But for one, which a collection of garbage may have hit.
    private static Duration slowestOfAHundred() {
        List<Long> took = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long began = System.nanoTime();
            assertThat(server.post(alice, "/v1/rooms/calm/messages", "{\"data\":1}")
                            .status())
                    .isEqualTo(201);
            took.add(System.nanoTime() - began);
        }
        took.sort(null);
        return Duration.ofNanos(took.get(98));
    }

    private static final AtomicInteger dribbling = new AtomicInteger();

    /// Sends a byte now and then until the server has had enough, at most 20 s; returns what it said.
    private static String dribble(String begin, Duration pause) throws IOException {
        long began = System.nanoTime();
        try (Socket socket = connect()) {
            write(socket, begin);
            dribbling.incrementAndGet();
            OutputStream out = socket.getOutputStream();
            try {
                while (!closed(socket)) {
                    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
                    LockSupport.parkNanos(pause.toNanos());
                    out.write('a');
                }
            } catch (SocketException _) {
                // Closed while it was written to.
            }
            dribbling.decrementAndGet();
            return rest(socket);
        }
    }

    private static boolean closed(Socket socket) throws IOException {
        return socket.getInputStream().available() > 0;
    }

    @Test
    void connectionsAboveTheLimitAreClosedAtOnce() throws Exception {
        try (var small = TestServer.dev("parley.limits.connections=10")) {
            List<Socket> open = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                open.add(new Socket("127.0.0.1", small.port()));
            }
            Callable<Boolean> refused = () -> {
                try (var socket = new Socket("127.0.0.1", small.port())) {
                    socket.setSoTimeout(2_000);
                    return rest(socket).isEmpty() || rest(socket).equals("reset");
                }
            };
            org.awaitility.Awaitility.await().ignoreExceptions().until(refused);
            open.removeFirst().close();
            org.awaitility.Awaitility.await()
                    .ignoreExceptions()
                    .until(() -> small.get(null, "/livez").status() == 200);
            for (Socket socket : open) {
                socket.close();
            }
        }
    }
}
