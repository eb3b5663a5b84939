package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import dev.parley.contract.RawStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which pages may read a stream.
@Timeout(120)
class StreamOriginsTest {

    private static final String LISTED = "https://app.example";
    private static final List<String> TARGETS = List.of("/v1/rooms/page/events", "/v1/events?rooms=page");

    private static StreamServer server;
    private static Rest rest;
    private static String alice;

    @BeforeAll
    static void start() {
        server = StreamServer.start("parley.cors.origins=" + LISTED);
        rest = new Rest(server.port());
        alice = server.token("alice");
        server.room("page", "");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reader ask(String method, String target, String... headers) {
        var all = new ArrayList<>(List.of(headers));
        all.add("Connection: close");
        return Reader.send(server.port(), RawStream.request(method, target, "HTTP/1.1", all.toArray(String[]::new)));
    }

    private static Reader preflight(String target, String origin) {
        return ask(
                "OPTIONS",
                target,
                "Origin: " + origin,
                "Access-Control-Request-Method: GET",
                "Access-Control-Request-Headers: authorization,last-event-id");
    }

    @Test
    void aListedPagesPreflightIsAnsweredWithoutCredentials() {
        for (String target : TARGETS) {
            try (Reader reader = preflight(target, LISTED)) {
                assertThat(reader.raw().status()).as(target).isEqualTo(204);
                assertThat(reader.raw().headers())
                        .containsEntry("access-control-allow-origin", LISTED)
                        .containsEntry("vary", "Origin")
                        .doesNotContainKeys("access-control-allow-credentials", "content-type");
                assertThat(reader.raw().header("access-control-allow-methods")).contains("GET");
                assertThat(reader.raw().header("access-control-allow-headers"))
                        .contains("Authorization", "Last-Event-ID", "Parley-Session");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "null",
                "http://app.example",
                "https://app.example:8443",
                "https://app.example.evil.example",
                "https://APP.example",
                "https://app.example/"
            })
    void aForeignPageGetsNeitherAPreflightNorAStream(String origin) {
        for (String target : TARGETS) {
            try (Reader reader = preflight(target, origin)) {
                assertThat(reader.raw().headers().keySet())
                        .as(target)
                        .noneMatch(name -> name.startsWith("access-control-"));
                assertThat(reader.raw().header("vary")).isEqualTo("Origin");
            }
            try (Reader reader = ask("GET", target, "Origin: " + origin, "Authorization: Bearer " + alice)) {
                assertThat(reader.raw().status()).isEqualTo(403);
                assertThat(reader.raw().headers().keySet()).noneMatch(name -> name.startsWith("access-control-"));
                reader.refusal("origin-not-allowed");
                assertThat(reader.raw().bodyText()).doesNotContain(origin.equals("null") ? "\"null\"" : origin);
            }
        }
    }

    @Test
    void twoOriginsAreNoListedOne() {
        for (String target : TARGETS) {
            try (Reader reader = ask(
                    "GET",
                    target,
                    "Origin: " + LISTED,
                    "Origin: https://evil.example",
                    "Authorization: Bearer " + alice)) {
                assertThat(reader.raw().status()).isEqualTo(403);
            }
        }
    }

    @Test
    void aListedPageReadsTheStreamAndWhyItGetsNone() {
        for (String target : TARGETS) {
            try (Reader reader = ask("GET", target, "Origin: " + LISTED, "Authorization: Bearer " + alice)) {
                assertThat(reader.raw().status()).isEqualTo(200);
                assertThat(reader.raw().headers())
                        .containsEntry("access-control-allow-origin", LISTED)
                        .containsEntry("vary", "Origin")
                        .doesNotContainKey("access-control-allow-credentials");
                reader.hello();
            }
            try (Reader reader = ask("GET", target, "Origin: " + LISTED)) {
                assertThat(reader.raw().status()).isEqualTo(401);
                assertThat(reader.raw().header("access-control-allow-origin")).isEqualTo(LISTED);
            }
        }
    }

    @Test
    void thisServersOwnPageAndWhoIsNoPageReadTheStream() {
        for (String target : TARGETS) {
            for (String origin : List.of("Origin: http://localhost", "X-Origin: none")) {
                try (Reader reader = ask("GET", target, origin, "Authorization: Bearer " + alice)) {
                    assertThat(reader.raw().status()).as(origin).isEqualTo(200);
                    reader.hello();
                }
            }
        }
    }

    @Test
    void aTicketThatAForeignPageTriedIsStillGoodForItsOwn() {
        String ticket = rest.ticket(rest.token("alice", Duration.ofHours(1)).text(), "page")
                .text();
        for (String target : List.of("/v1/rooms/page/events?ticket=", "/v1/events?rooms=page&ticket=")) {
            for (int i = 0; i < 2; i++) {
                try (Reader reader = ask("GET", target + ticket, "Origin: https://evil.example")) {
                    assertThat(reader.raw().status()).isEqualTo(403);
                    reader.refusal("origin-not-allowed");
                    assertThat(reader.raw().bodyText()).doesNotContain(ticket);
                }
            }
            try (Reader reader = ask("GET", target + ticket, "Origin: " + LISTED)) {
                assertThat(reader.raw().status()).isEqualTo(200);
                reader.hello();
            }
        }
    }
}
