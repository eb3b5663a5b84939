package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WritersTest {

    private static final String OK = "{\"epoch\":\"1k3x9q2m7\",\"seq\":7}";

    /// A server that plays a script of answers; the last is repeated.
    private final class Scripted {

        private final HttpServer http;
        private final List<String> script;
        private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
        private final AtomicInteger calls = new AtomicInteger();

        Scripted(String... script) throws IOException {
            this.script = List.of(script);
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            http.createContext("/v1/rooms/lobby/messages", this::answer);
            http.start();
            servers.add(this);
        }

        /// `<status> <body>`; status 0 hangs up.
        private void answer(HttpExchange exchange) throws IOException {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            String line = script.get(Math.min(calls.getAndIncrement(), script.size() - 1));
            int status = Integer.parseInt(line.substring(0, line.indexOf(' ')));
            try (exchange) {
                if (status != 0) {
                    byte[] body = line.substring(line.indexOf(' ') + 1).getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, body.length);
                    exchange.getResponseBody().write(body);
                }
            }
        }

        URI uri() {
            return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
        }
    }

    private final List<Scripted> servers = new ArrayList<>();
    private final History history = new History();

    @AfterEach
    void stopServers() {
        servers.forEach(server -> server.http.stop(0));
    }

    @Test
    void aMessageIsTriedWithTheSameBytesUntilItIsAcknowledged() throws IOException {
        var server =
                new Scripted("503 {\"code\":\"overloaded\"}", "0 ", "503 {\"code\":\"outcome-unknown\"}", "200 " + OK);

        write(List.of(server.uri()), 2);

        List<String> bodies = List.copyOf(server.bodies);
        assertThat(bodies.subList(0, 4)).allMatch(bodies.getFirst()::equals);
        assertThat(bodies.get(4)).isNotEqualTo(bodies.getFirst());
        assertThat(answers().subList(0, 4))
                .containsExactly(
                        new Answer.Refused(503, "overloaded"),
                        new Answer.Unknown("IOException"),
                        new Answer.Unknown("503 outcome-unknown"),
                        new Answer.Ok("1k3x9q2m7", 7, false));
    }

    @Test
    void aServerThatIsAwayIsLeftForTheOther() throws IOException {
        var other = new Scripted("201 " + OK);

        write(List.of(URI.create("http://127.0.0.1:1"), other.uri()), 3);

        assertThat(answers()).contains(new Answer.Refused(0, "no-connection"));
        assertThat(other.calls.get()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void whatIsRefusedForGoodEndsTheRun() throws IOException {
        var server = new Scripted("403 {\"code\":\"forbidden\"}");

        assertThatThrownBy(() -> write(List.of(server.uri()), 1))
                .hasStackTraceContaining("was refused for good")
                .hasStackTraceContaining("forbidden");
    }

    private void write(List<URI> uris, int messages) {
        var plan = new Writers.Plan("test", 1, uris, List.of("lobby"), Duration.ofMillis(1), Duration.ofSeconds(5), 1);
        try (var writers = Writers.start(plan, history)) {
            writers.awaitEach(messages, Duration.ofSeconds(10));
            writers.finish(Duration.ofSeconds(10));
        }
    }

    private List<Answer> answers() {
        return history.entries().stream()
                .filter(History.Answered.class::isInstance)
                .map(entry -> ((History.Answered) entry).answer())
                .toList();
    }
}
