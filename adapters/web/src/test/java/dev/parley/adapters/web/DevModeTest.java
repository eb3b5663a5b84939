package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class DevModeTest {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.dev(
                "server.address=0.0.0.0",
                "parley.cors.origins=http://app.example:3000",
                // Where the framework by itself believes forwarded headers.
                "spring.main.cloud-platform=kubernetes");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String ask(InetAddress address, String request) throws IOException {
        try (var socket = new Socket(address, server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String ask(String request) throws IOException {
        return ask(InetAddress.getLoopbackAddress(), request);
    }

    @Test
    void anybodyHereMakesATokenForAnyUser() {
        var answer = server.post(null, "/v1/dev/tokens", """
                {"user":"bob","name":"Bob","admin":false,"rooms":{"lobby":["publish","subscribe"],"team-*":["subscribe"]},
                 "ttlSeconds":60}""");
        assertThat(answer.status()).isEqualTo(200);
        String token = answer.json().get("token").asString();
        assertThat(answer.json().get("expiresAt").asLong() - Instant.now().toEpochMilli())
                .isBetween(50_000L, 60_000L);
        var event = server.post(token, "/v1/rooms/lobby/messages", "{\"data\":1}");
        assertThat(event.json().get("sender").asString()).isEqualTo("bob");
        assertThat(event.json().get("senderName").asString()).isEqualTo("Bob");
        assertThat(server.get(token, "/v1/rooms/team-b").code()).isEqualTo("room-not-found");
        server.send("PUT", server.token("alice"), "/v1/rooms/team-a", "{}");
        assertThat(server.post(token, "/v1/rooms/team-a/messages", "{\"data\":1}")
                        .status())
                .isEqualTo(403);
        assertThat(server.get(token, "/v1/rooms").status()).isEqualTo(403);
        String admin = server.post(null, "/v1/dev/tokens", "{\"user\":\"root\",\"admin\":true}")
                .json()
                .get("token")
                .asString();
        assertThat(server.get(admin, "/v1/rooms").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|invalid-body",
                "{\"user\":\"me\"}|invalid-id",
                "{\"user\":\"a b\"}|invalid-id",
                "{\"user\":null}|invalid-body",
                "{\"user\":\"a\",\"name\":\"x\\u0000\"}|invalid-body",
                "{\"user\":\"a\",\"name\":\"\\ud800\"}|invalid-body",
                "{\"user\":\"a\",\"admin\":1}|invalid-body",
                "{\"user\":\"a\",\"rooms\":[]}|invalid-body",
                "{\"user\":\"a\",\"rooms\":{\"x*y\":[\"publish\"]}}|invalid-body",
                "{\"user\":\"a\",\"rooms\":{\"x\":[\"fly\"]}}|invalid-body",
                "{\"user\":\"a\",\"ttlSeconds\":0}|invalid-body",
                "{\"user\":\"a\",\"role\":\"x\"}|invalid-body"
            })
    void aTokenThatCannotBeIsRefused(String body, String code) {
        var answer = server.post(null, "/v1/dev/tokens", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "LOCALHOST"})
    void localNamesAreAnswered(String host) throws IOException {
        assertThat(ask("GET /livez HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "evil.example:8080",
                "0.0.0.0",
                "localhost@evil",
                "[::2]",
                "127.0.0.2"
            })
    void otherNamesAreNotSinceTheyMayBeAnotherSites(String host) throws IOException {
        String answer = ask("GET /livez HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
        assertThat(answer)
                .startsWith("HTTP/1.1 403 ")
                .contains("\"code\":\"dev-mode-host\"")
                .doesNotContain("@evil");
    }

    @Test
    void aRequestWithoutAHostIsRefused() throws IOException {
        assertThat(ask("GET /livez HTTP/1.0\r\n\r\n")).contains("\"code\":\"dev-mode-host\"");
    }

    @Test
    void otherMachinesAreNotAnsweredWhateverTheirHeadersSay() throws IOException {
        Optional<InetAddress> outside = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst();
        Assumptions.assumeTrue(outside.isPresent());
        String answer = ask(
                outside.get(),
                "GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 127.0.0.1\r\n"
                        + "Forwarded: for=127.0.0.1\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 403 ").contains("\"code\":\"dev-mode-peer\"");
    }

    @Test
    void pagesOfOtherSitesGetNoToken() {
        String own = "http://127.0.0.1:" + server.port();
        for (String origin : List.of("https://evil.example", "http://127.0.0.1:1", "null", "http://localhost")) {
            var answer = server.post(null, "/v1/dev/tokens", "{\"user\":\"a\"}", "Origin", origin);
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.code()).isEqualTo("dev-mode-origin");
        }
        for (String origin : List.of(own, "http://app.example:3000")) {
            assertThat(server.post(null, "/v1/dev/tokens", "{\"user\":\"a\"}", "Origin", origin)
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void devModeSaysLoudlyWhatItIs(CapturedOutput output) {
        String before = output.getAll();
        try (var _ = TestServer.dev()) {
            assertThat(output.getAll().substring(before.length()))
                    .containsOnlyOnce("DEV MODE")
                    .contains(" WARN ");
        }
    }

    @Test
    void listedOriginsMayReadAnswersAndOthersMayNot() {
        var listed = server.get(null, "/livez", "Origin", "http://app.example:3000");
        assertThat(listed.header("Access-Control-Allow-Origin")).isEqualTo("http://app.example:3000");
        assertThat(listed.header("Access-Control-Expose-Headers"))
                .isEqualTo("ETag, Location, Retry-After, RateLimit, RateLimit-Policy");
        assertThat(listed.header("Vary")).isEqualTo("Origin");
        for (String origin :
                List.of("http://app.example", "http://app.example:3001", "https://app.example:3000", "null")) {
            var other = server.get(null, "/livez", "Origin", origin);
            assertThat(other.status()).isEqualTo(200);
            assertThat(other.header("Access-Control-Allow-Origin")).isNull();
            assertThat(other.header("Vary")).isEqualTo("Origin");
        }
        var preflight = server.send(
                "OPTIONS",
                null,
                "/v1/rooms/a",
                "",
                "Origin",
                "http://app.example:3000",
                "Access-Control-Request-Method",
                "PUT",
                "Access-Control-Request-Headers",
                "authorization");
        assertThat(preflight.status()).isEqualTo(204);
        assertThat(preflight.header("Access-Control-Allow-Methods")).contains("PUT", "PATCH", "DELETE");
        assertThat(preflight.header("Access-Control-Allow-Headers"))
                .contains("Authorization", "Idempotency-Key", "If-Match");
        var refused = server.get(null, "/v1/rooms/a", "Origin", "http://app.example:3000");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("Access-Control-Allow-Origin")).isEqualTo("http://app.example:3000");
    }
}
