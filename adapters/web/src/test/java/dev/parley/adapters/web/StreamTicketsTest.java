package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Grants;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.access.spi.SigningKeyStore;
import dev.parley.adapters.web.access.PastTickets;
import dev.parley.kernel.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamTicketsTest {

    private static TestServer server;
    private static String alice;

    @BeforeAll
    static void start() {
        server = TestServer.dev("test.auto-create=false", "parley.cors.origins=https://app.example");
        alice = server.token("alice", null, false, Map.of("lobby", Set.of(Permission.SUBSCRIBE)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String ticket(String... rooms) {
        var answer = server.post(alice, "/v1/stream-tickets", body(List.of(rooms)));
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        return answer.json().get("ticket").asString();
    }

    private static String body(List<String> rooms) {
        return rooms.stream().collect(Collectors.joining("\",\"", "{\"rooms\":[\"", "\"]}"));
    }

    @Test
    void aTicketIsForRoomsOfWhichOneAtLeastMayBeRead() {
        assertThat(ticket("lobby", "other")).isNotEmpty();
        var refused = server.post(alice, "/v1/stream-tickets", body(List.of("other", "third")));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("forbidden");
        assertThat(server.post(null, "/v1/stream-tickets", body(List.of("lobby")))
                        .code())
                .isEqualTo("unauthenticated");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|invalid-body",
                "{\"rooms\":[]}|invalid-body",
                "{\"rooms\":null}|invalid-body",
                "{\"rooms\":\"lobby\"}|invalid-body",
                "{\"rooms\":[1]}|invalid-body",
                "{\"rooms\":[\"lobby\"],\"ttl\":1}|invalid-body",
                "{\"rooms\":[\"lobby\"],\"rooms\":[\"lobby\"]}|invalid-body",
                "{\"rooms\":[\"*\"]}|invalid-id"
            })
    void whatIsNoListOfRoomsIsRefused(String body, String code) {
        var answer = server.post(alice, "/v1/stream-tickets", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void moreRoomsThanAStreamHasAreRefused() {
        List<String> many = IntStream.range(0, 101).mapToObj(i -> "lobby" + i).toList();
        List<String> longOnes = IntStream.range(0, 40)
                .mapToObj(i -> "lobby" + i + "x".repeat(110))
                .toList();
        for (List<String> rooms : List.of(many, longOnes)) {
            assertThat(server.post(alice, "/v1/stream-tickets", body(rooms)).code())
                    .isEqualTo("too-many-rooms");
        }
    }

    @Test
    void aTicketOpensNothingButItsOwnStreams() {
        String ticket = ticket("lobby");
        for (String path : List.of("/v1/rooms/lobby", "/v1/rooms/lobby/messages", "/v1/rooms", "/metrics")) {
            var answer = server.get(null, path + "?ticket=" + ticket);
            assertThat(answer.status()).as(path).isEqualTo(401);
            assertThat(answer.code()).isEqualTo("invalid-ticket");
        }
        var asToken = server.get(ticket, "/v1/rooms/lobby");
        assertThat(asToken.status()).isEqualTo(401);
        assertThat(asToken.code()).isEqualTo("invalid-token");
        for (String path : List.of("/v1/rooms/other/events?", "/v1/events?rooms=lobby,other&")) {
            String foreign = ticket("lobby");
            var refused = server.get(null, path + "ticket=" + foreign);
            assertThat(refused.status()).isEqualTo(200);
            assertThat(refused.header("Content-Type")).startsWith("text/event-stream");
            assertThat(refused.response().body())
                    .contains("event: problem", "\"forbidden\"", "ticket-rooms")
                    .doesNotContain(foreign);
            assertThat(server.get(null, path + "ticket=" + foreign).status())
                    .as("when the browser comes again all the same")
                    .isEqualTo(204);
        }
    }

    private static String ticketOf(Duration ago) {
        var reader = new Principal(
                new UserId("alice"), null, Grants.of(Map.of("lobby", Set.of(Permission.SUBSCRIBE))), false);
        return new PastTickets(server.bean(SigningKeyStore.class), ago).mint(reader, "lobby");
    }

    @Test
    void anExpiredTicketIsToldOnTheStreamOnceAndThenEndsTheEventSource() {
        String path = "/v1/rooms/lobby/events?after=1abcdefgh:1&ticket=" + ticketOf(Duration.ofHours(2));
        var told = server.get(null, path);
        assertThat(told.status()).isEqualTo(200);
        assertThat(told.header("Content-Type")).startsWith("text/event-stream");
        assertThat(told.response().body())
                .contains("event: problem", "\"ticket-expired\"")
                .doesNotContain("event: hello");
        assertThat(server.get(null, path).status()).isEqualTo(204);
    }

    @Test
    void aTicketOfTwoMinutesAgoOpensNothingAndResumesItsStream() {
        server.send("PUT", server.admin(), "/v1/rooms/lobby", "{}");
        String path = "/v1/rooms/lobby/events?ticket=" + ticketOf(Duration.ofMinutes(2));
        assertThat(server.send("HEAD", null, path, "").status()).isEqualTo(401);
        assertThat(server.send("HEAD", null, path, "", "Last-Event-ID", "1abcdefgh:1")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void oneTicketAndNothingBesideIt() {
        String path = "/v1/rooms/lobby/events?ticket=";
        String twice = path + ticket("lobby") + "&ticket=" + ticket("lobby");
        assertThat(server.get(null, twice).response().body()).contains("invalid-ticket");
        assertThat(server.get(alice, path + ticket("lobby")).response().body()).contains("invalid-ticket");
    }

    @Test
    void streamsAreNotForPagesOfOtherOrigins() {
        for (String origin : List.of(
                "https://evil.example",
                "null",
                "http://app.example",
                "https://app.example:8443",
                "https://app.example.evil.example",
                "https://APP.example")) {
            for (String path : List.of("/v1/rooms/lobby/events", "/v1/events?rooms=lobby")) {
                var answer = server.get(alice, path, "Origin", origin);
                assertThat(answer.status()).as(origin).isEqualTo(403);
                assertThat(answer.code()).isEqualTo("origin-not-allowed");
                assertThat(answer.header("Access-Control-Allow-Origin")).isNull();
                assertThat(answer.header("Vary")).isEqualTo("Origin");
            }
        }
        for (String origin : List.of("https://app.example", "http://127.0.0.1:" + server.port())) {
            var answer = server.get(null, "/v1/rooms/lobby/events", "Origin", origin);
            assertThat(answer.code()).isEqualTo("unauthenticated");
        }
    }
}
