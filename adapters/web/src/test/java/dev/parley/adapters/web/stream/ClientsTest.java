package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.sse.EventSource;
import okhttp3.sse.EventSourceListener;
import okhttp3.sse.EventSources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.reactive.function.client.WebClient;
import tools.jackson.databind.json.JsonMapper;

/// Clients that others wrote read the same.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(120)
class ClientsTest {

    private static final String TEXT = "a\r\nid: 9\u0085\u2028é\uD83D\uDE80<img src=x>";

    /// One event as a client tells it.
    record Told(String id, String event, String data) {}

    @Parameter
    private Way way;

    private static StreamServer server;
    private static String alice;

    @BeforeParameterizedClassInvocation
    static void start(Way way) {
        server = way.start("test.heartbeat=1000");
        alice = server.token("alice");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    /// Two messages, of which the reader has the first.
    private static String room(String room) {
        server.room(room, "");
        server.publish(room, "{\"data\":1}");
        server.publish(room, "{\"data\":" + JsonMapper.shared().writeValueAsString(TEXT) + "}");
        return server.epoch(room);
    }

    private static String url(String room) {
        return "http://127.0.0.1:" + server.port() + "/v1/rooms/" + room + "/events";
    }

    private static Told next(BlockingQueue<Told> told) throws InterruptedException {
        Told next = told.poll(20, TimeUnit.SECONDS);
        while (next != null && next.data() == null) {
            next = told.poll(20, TimeUnit.SECONDS);
        }
        assertThat(next).isNotNull();
        return next;
    }

    private static void check(BlockingQueue<Told> told, String epoch) throws InterruptedException {
        Told hello = next(told);
        assertThat(hello.event()).isEqualTo("hello");
        assertThat(hello.id()).isEqualTo(epoch + ":1");
        Told message = next(told);
        assertThat(message.event()).isIn(null, "message");
        assertThat(message.id()).isEqualTo(epoch + ":2");
        assertThat(JsonMapper.shared().readTree(message.data()).get("data").asString())
                .isEqualTo(TEXT);
        Told caughtUp = next(told);
        assertThat(caughtUp.event()).isEqualTo("caught-up");
    }

    @Test
    void springsWebClient() throws Exception {
        String epoch = room("spring");
        var told = new LinkedBlockingQueue<Told>();
        var events = WebClient.create()
                .get()
                .uri(url("spring"))
                .headers(headers -> {
                    headers.setBearerAuth(alice);
                    headers.set("Last-Event-ID", epoch + ":1");
                })
                .retrieve()
                .bodyToFlux(new ParameterizedTypeReference<ServerSentEvent<String>>() {})
                .timeout(Duration.ofSeconds(30))
                .subscribe(event -> told.add(new Told(event.id(), event.event(), event.data())));
        try {
            check(told, epoch);
        } finally {
            events.dispose();
        }
    }

    @Test
    void okHttp() throws Exception {
        String epoch = room("okhttp");
        var told = new LinkedBlockingQueue<Told>();
        var http =
                new OkHttpClient.Builder().readTimeout(Duration.ofSeconds(40)).build();
        var request = new Request.Builder()
                .url(url("okhttp"))
                .header("Authorization", "Bearer " + alice)
                .header("Last-Event-ID", epoch + ":1")
                .build();
        EventSource source = EventSources.createFactory(http).newEventSource(request, new EventSourceListener() {
            @Override
            public void onEvent(EventSource source, String id, String type, String data) {
                told.add(new Told(id, type, data));
            }

            @Override
            public void onFailure(EventSource source, Throwable thrown, Response response) {
                told.add(new Told(null, "failure", String.valueOf(thrown)));
            }
        });
        try {
            check(told, epoch);
        } finally {
            source.cancel();
            http.dispatcher().executorService().shutdown();
            http.connectionPool().evictAll();
        }
    }

    @Test
    void curl() throws Exception {
        assertThat(List.of(System.getenv("PATH").split(java.io.File.pathSeparator)))
                .as("curl is installed")
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "curl")));
        String epoch = room("curl");
        Process curl = new ProcessBuilder(
                        "curl",
                        "-sN",
                        "--max-time",
                        "30",
                        "-H",
                        "Authorization: Bearer " + alice,
                        "-H",
                        "Last-Event-ID: " + epoch + ":1",
                        url("curl"))
                .start();
        try (var lines = new BufferedReader(new InputStreamReader(curl.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(block(lines)).hasSize(1).first().asString().startsWith("retry: ");
            assertThat(block(lines)).startsWith("id: " + epoch + ":1", "event: hello");
            List<String> message = block(lines);
            assertThat(message).hasSize(2).startsWith("id: " + epoch + ":2");
            assertThat(JsonMapper.shared()
                            .readTree(message.getLast().substring("data: ".length()))
                            .get("data")
                            .asString())
                    .isEqualTo(TEXT);
        } finally {
            curl.destroy();
        }
    }

    private static List<String> block(BufferedReader lines) throws IOException {
        var block = new java.util.ArrayList<String>();
        for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
            block.add(line);
        }
        return block;
    }
}
