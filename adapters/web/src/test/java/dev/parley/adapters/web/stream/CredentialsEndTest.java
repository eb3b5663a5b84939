package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import dev.parley.contract.RawStream;
import dev.parley.contract.SseParser.Message;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Streams and the tokens and tickets they were opened with.
@Timeout(120)
class CredentialsEndTest {

    /// How long after its `exp` a token is good: clocks of two machines differ.
    private static final Duration TOLERANCE = Duration.ofSeconds(5);

    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofHours(1);

    /// The only answer that ends an EventSource, in browsers that keep a time in 32 bits.
    private static final long NEVER = 2_000_000_000L;

    private static StreamServer server;
    private static Rest rest;

    @BeforeAll
    static void start() {
        server = StreamServer.start("test.heartbeat=1000");
        rest = new Rest(server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reader byTicket(String target, String ticket, String... headers) {
        return Reader.send(
                server.port(),
                RawStream.get(target + (target.contains("?") ? "&" : "?") + "ticket=" + ticket, headers));
    }

    /// The end that a token brings, at its time.
    private static void endsAt(Reader reader, Instant expiresAt) {
        Message problem = reader.next("problem");
        assertThat(Instant.now())
                .isBetween(expiresAt.plus(TOLERANCE), expiresAt.plus(TOLERANCE).plusSeconds(3));
        assertThat(problem.id()).isNull();
        assertThat(Reader.json(problem).get("code").asString()).isEqualTo("token-expired");
        assertThat(reader.parser().reconnectionTime())
                .as("with a new token it may come back")
                .isBetween(2_000L, 5_000L);
        assertThat(reader.any()).isNull();
        assertThat(reader.raw().endedWell()).isTrue();
    }

    private static void goesAway(Reader reader, String code) {
        assertThat(reader.raw().status()).isEqualTo(200);
        assertThat(reader.raw().header("content-type")).isEqualTo("text/event-stream");
        Message problem = reader.next("problem");
        assertThat(Reader.json(problem).get("code").asString()).isEqualTo(code);
        assertThat(reader.parser().reconnectionTime()).isEqualTo(NEVER);
    }

    @Test
    void aStreamEndsWithItsTokenAndLosesNothingOverIt() {
        server.room("token", "");
        server.room("beside", "");
        var token = rest.token("alice", SHORT);
        String target = "/v1/rooms/token/events";
        String all = "/v1/events?rooms=token,beside";
        String cursor;
        String cursors;
        try (Reader one = Reader.open(server.port(), token.text(), target);
                Reader many = Reader.open(server.port(), token.text(), all);
                Reader other = Reader.open(server.port(), server.token("bob"), target)) {
            one.hello();
            many.hello();
            other.hello();
            server.publish("token", "{\"data\":1}");
            assertThat(one.seqs(1)).containsExactly(1L);
            assertThat(many.seqs(1)).containsExactly(1L);

            endsAt(one, token.expiresAt());
            endsAt(many, token.expiresAt());
            server.publish("token", "{\"data\":2}");

            assertThat(other.seqs(2)).as("whose own token is good").containsExactly(1L, 2L);
            cursor = one.cursor();
            cursors = many.cursor();
        }
        assertThat(cursor).isEqualTo(server.epoch("token") + ":1");
        try (Reader late = Reader.open(server.port(), token.text(), target, "Last-Event-ID: " + cursor)) {
            assertThat(late.raw().status()).isEqualTo(401);
            late.refusal("token-expired");
        }
        String renewed = rest.token("alice", LONG).text();
        for (var resumed : java.util.Map.of(target, cursor, all, cursors).entrySet()) {
            try (Reader back =
                    Reader.open(server.port(), renewed, resumed.getKey(), "Last-Event-ID: " + resumed.getValue())) {
                back.hello();
                assertThat(back.seqs(1)).containsExactly(2L);
            }
        }
    }

    @Test
    void aBrowserWhoseTicketHasExpiredIsToldOnceAndThenSentAwayForGood() {
        server.room("ticket", "");
        var token = rest.token("alice", SHORT);
        var ticket = rest.ticket(token.text(), "ticket");
        var unused = rest.ticket(token.text(), "ticket");
        assertThat(ticket.expiresAt()).isEqualTo(token.expiresAt());
        String target = "/v1/rooms/ticket/events";
        String cursor;
        try (Reader reader = byTicket(target, ticket.text())) {
            reader.hello();
            server.publish("ticket", "{\"data\":1}");
            assertThat(reader.seqs(1)).containsExactly(1L);
            endsAt(reader, token.expiresAt());
            cursor = reader.cursor();
            assertThat(reader.raw().bodyText()).doesNotContain(ticket.text());
        }
        String[] withCursor = {"Last-Event-ID: " + cursor};
        try (Reader again = byTicket(target, ticket.text(), withCursor)) {
            goesAway(again, "ticket-expired");
            assertThat(again.raw().bodyText()).doesNotContain(ticket.text());
        }
        try (Reader stubborn = byTicket(target, ticket.text(), withCursor)) {
            assertThat(stubborn.raw().status()).isEqualTo(204);
        }
        try (Reader first = byTicket(target, unused.text())) {
            goesAway(first, "ticket-expired");
        }
        server.publish("ticket", "{\"data\":2}");
        var renewed = rest.ticket(rest.token("alice", LONG).text(), "ticket");
        try (Reader back = byTicket(target, renewed.text(), withCursor)) {
            back.hello();
            assertThat(back.seqs(1)).containsExactly(2L);
        }
    }

    @Test
    void aSocketEndsWithItsTokenUnlessItWasRenewedInTime() {
        server.room("socket", "");
        var token = rest.token("alice", SHORT);
        String longer = rest.token("alice", LONG).text();
        try (TalkingSocket ends = socket(token.text());
                TalkingSocket goesOn = socket(token.text())) {
            server.publish("socket", "{\"data\":1}");
            assertThat(ends.next("message").at("/data/seq").asLong()).isEqualTo(1);
            assertThat(goesOn.next("message").at("/data/seq").asLong()).isEqualTo(1);
            assertThat(goesOn.ask("t", "\"op\":\"token\",\"token\":\"" + longer + "\"")
                            .get("event")
                            .asString())
                    .isEqualTo("ack");

            assertThat(ends.next("problem").at("/data/code").asString()).isEqualTo("token-expired");
            assertThat(ends.ended().code()).isEqualTo(4500);
            assertThat(Instant.now()).isAfterOrEqualTo(token.expiresAt());

            server.publish("socket", "{\"data\":2}");
            assertThat(goesOn.next("message").at("/data/seq").asLong()).isEqualTo(2);
        }
    }

    private static TalkingSocket socket(String token) {
        TalkingSocket socket = TalkingSocket.open(server.port(), token);
        socket.next("hello");
        socket.ask("1", "\"op\":\"subscribe\",\"room\":\"socket\"");
        socket.next("caught-up");
        return socket;
    }

    @Test
    void theSecondUseOfATicketEndsTheFirstConnectionAndNoOther() throws Exception {
        server.room("session", "");
        String token = rest.token("alice", LONG).text();
        var ticket = rest.ticket(token, "session");
        String target = "/v1/rooms/session/events";
        try (Reader first = byTicket(target, ticket.text());
                Reader sameUser = byTicket(target, rest.ticket(token, "session").text());
                Reader other = Reader.open(server.port(), server.token("bob"), target)) {
            String session = first.hello().get("session").asString();
            assertThat(sameUser.hello().get("session").asString()).isNotEqualTo(session);
            other.hello();
            server.publish("session", "{\"data\":1}");
            assertThat(first.seqs(1)).containsExactly(1L);
            try (Reader second = byTicket(target, ticket.text(), "Last-Event-ID: " + first.cursor())) {
                assertThat(second.hello().get("session").asString()).isEqualTo(session);

                assertThat(first.any()).as("ended without a word").isNull();
                assertThat(first.raw().endedWell()).isTrue();
                server.publish("session", "{\"data\":2}");

                assertThat(second.seqs(1)).containsExactly(2L);
                assertThat(sameUser.seqs(2)).containsExactly(1L, 2L);
                assertThat(other.seqs(2)).containsExactly(1L, 2L);
                try (Reader third = byTicket(target, ticket.text(), "Last-Event-ID: " + second.cursor())) {
                    third.hello();
                    assertThat(second.any()).isNull();
                    first.close();
                    second.close();
                    server.publish("session", "{\"data\":3}");
                    assertThat(third.seqs(1))
                            .as("the ends of the others took nothing of it away")
                            .containsExactly(3L);
                }
            }
        }
    }
}
