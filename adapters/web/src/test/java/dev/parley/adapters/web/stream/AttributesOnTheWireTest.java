package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.web.StreamServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/// What the server removes by itself, and how readers hear of it.
@Timeout(60)
class AttributesOnTheWireTest {

    private static StreamServer server;
    private static Rest rest;
    private static String alice;
    private static String bob;

    @BeforeAll
    static void start() {
        server = Way.DOOR.start("test.heartbeat=60000");
        rest = new Rest(server.port());
        alice = server.token("alice");
        bob = server.token("bob");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void patch(String token, String room, String body) {
        assertThat(rest.send("PATCH", token, "/v1/rooms/" + room + "/attributes", body)
                        .statusCode())
                .isEqualTo(200);
    }

    private static JsonNode attributes(String room) {
        return Rest.json(rest.get(alice, "/v1/rooms/" + room + "/attributes").join())
                .get("attributes");
    }

    private static Reader open(String room) {
        Reader reader = Reader.open(server.port(), alice, "/v1/rooms/" + room + "/events");
        reader.hello();
        return reader;
    }

    @Test
    void whatLastsForATimeGoesWhenItIsOver() {
        server.room("timed", "");
        try (Reader reader = open("timed")) {
            patch(alice, "timed", "{\"set\":{\"poll\":1},\"options\":{\"ttlMs\":300}}");
            patch(alice, "timed", "{\"set\":{\"topic\":1}}");

            assertThat(reader.event().get("seq").asLong()).isEqualTo(1);
            assertThat(reader.event().get("seq").asLong()).isEqualTo(2);
            JsonNode gone = reader.event();
            assertThat(gone.get("type").asString()).isEqualTo("room.attributes");
            assertThat(gone.get("sender").asString()).isEqualTo("@server");
            assertThat(gone.get("data").toString()).isEqualTo("{\"set\":{},\"removed\":[\"poll\"]}");
            assertThat(attributes("timed").propertyNames()).containsExactly("topic");
            assertThat(reader.quietFor(Duration.ofMillis(1_500))).isTrue();
        }
    }

    @Test
    void aSeatGoesWhenItsOwnerIsNotThere() {
        server.room("seats", "");
        try (Reader reader = open("seats")) {
            patch(alice, "seats", "{\"set\":{\"seat.1\":\"alice\"},\"options\":{\"autoDelete\":true}}");
            patch(bob, "seats", "{\"set\":{\"seat.2\":\"bob\"},\"options\":{\"autoDelete\":true}}");
            patch(bob, "seats", "{\"set\":{\"topic\":\"bob's\"}}");
            reader.seqs(3);

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> attributes("seats").path("seat.2").isMissingNode());
            assertThat(reader.event().get("data").toString()).isEqualTo("{\"set\":{},\"removed\":[\"seat.2\"]}");
            assertThat(reader.quietFor(Duration.ofMillis(2_500))).isTrue();
            assertThat(attributes("seats").propertyNames()).containsExactly("seat.1", "topic");
        }
    }
}
