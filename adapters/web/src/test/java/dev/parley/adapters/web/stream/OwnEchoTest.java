package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a stream does not hear of its own session.
@Timeout(120)
class OwnEchoTest {

    private static StreamServer server;
    private static Rest rest;
    private static String alice;

    @BeforeAll
    static void start() {
        server = StreamServer.start();
        rest = new Rest(server.port());
        alice = server.token("alice");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reader silent(String target, String... headers) {
        return Reader.open(server.port(), alice, target + (target.contains("?") ? "&" : "?") + "echo=false", headers);
    }

    @Test
    void aBatchIsLeftOutLikeSingleMessages() {
        server.room("batch", "");
        try (Reader reader = silent("/v1/rooms/batch/events")) {
            String session = reader.hello().get("session").asString();
            String batch = "{\"messages\":[{\"data\":1},{\"data\":2}]}";
            String path = "/v1/rooms/batch/messages/batch";
            assertThat(rest.post(alice, path, batch, "Parley-Session", session).statusCode())
                    .isEqualTo(200);
            assertThat(rest.post(alice, path, batch).statusCode()).isEqualTo(200);

            assertThat(reader.seqs(2)).containsExactly(3L, 4L);
        }
    }

    @Test
    void allRoomsOfAStreamAreOfItsSession() {
        server.room("left", "");
        server.room("right", "");
        try (Reader reader = silent("/v1/events?rooms=left,right")) {
            String session = reader.hello().get("session").asString();
            for (String room : List.of("left", "right")) {
                server.publishAs(alice, room, "{\"data\":1}", "Parley-Session", session);
            }
            server.publishAs(alice, "left", "{\"data\":2}");
            server.publishAs(alice, "right", "{\"data\":2}");

            assertThat(reader.seqs(2)).containsExactly(2L, 2L);
        }
    }

    @Test
    void whoBorrowsASessionHidesNothing() {
        server.room("borrowed", "");
        String bob = rest.token("bob", Duration.ofHours(1)).text();
        try (Reader reader = silent("/v1/rooms/borrowed/events")) {
            String session = reader.hello().get("session").asString();
            server.publishAs(bob, "borrowed", "{\"data\":1}", "Parley-Session", session);
            server.publishAs(alice, "borrowed", "{\"data\":2}", "Parley-Session", session);
            server.publishAs(alice, "borrowed", "{\"data\":3}", "Parley-Session", session + "x");

            assertThat(reader.seqs(2)).containsExactly(1L, 3L);
        }
    }

    @Test
    void whoComesBackHearsWhatItPublishedMeanwhile() {
        server.room("back", "");
        String session;
        String cursor;
        try (Reader reader = silent("/v1/rooms/back/events")) {
            session = reader.hello().get("session").asString();
            cursor = reader.cursor();
        }
        server.publishAs(alice, "back", "{\"data\":1}", "Parley-Session", session);
        try (Reader reader = silent("/v1/rooms/back/events", "Last-Event-ID: " + cursor)) {
            reader.hello();
            assertThat(reader.seqs(1)).containsExactly(1L);
        }
    }

    @Test
    void whatCannotBeASessionIsRefusedAndNothingIsStored() {
        server.room("refused", "");
        String path = "/v1/rooms/refused/messages";
        for (String session : List.of("short", "a b c d e f", "x".repeat(65), "twelve=chars")) {
            var answer = rest.post(alice, path, "{\"data\":1}", "Parley-Session", session);
            assertThat(answer.statusCode()).as(session).isEqualTo(400);
            assertThat(Rest.json(answer).get("code").asString()).isEqualTo("invalid-id");
        }
        var twice =
                rest.post(alice, path, "{\"data\":1}", "Parley-Session", "session-1", "Parley-Session", "session-2");
        assertThat(twice.statusCode()).isEqualTo(400);
        assertThat(server.head("refused")).isZero();
    }
}
