package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What becomes of streams when the people of a room change.
@Timeout(60)
class MembersOnTheWireTest {

    private static StreamServer server;
    private static Rest rest;

    @BeforeAll
    static void start() {
        server = Way.DOOR.start("test.heartbeat=60000");
        rest = new Rest(server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void member(String method, String room, String user, String body) {
        assertThat(rest.send(method, server.admin(), "/v1/rooms/" + room + "/members/" + user, body)
                        .statusCode())
                .isBetween(200, 204);
    }

    private static Reader open(String user, String room) {
        Reader reader = Reader.open(server.port(), server.reader(user), "/v1/rooms/" + room + "/events");
        reader.hello();
        return reader;
    }

    @Test
    void whoseMembershipEndsReadsNoMoreAndTheOthersGoOn() {
        server.room("circle", "\"membersOnly\":true");
        member("PUT", "circle", "bob", "{}");
        member("PUT", "circle", "carol", "{}");
        try (Reader bob = open("bob", "circle");
                Reader carol = open("carol", "circle")) {
            server.publish("circle", "{\"data\":1}");
            assertThat(bob.seqs(1)).containsExactly(3L);

            member("PUT", "circle", "dora", "{\"role\":\"moderator\"}");
            member("DELETE", "circle", "bob", "");

            assertThat(bob.rest()).contains("event: closed\ndata: {\"room\":\"circle\",\"reason\":\"forbidden\"");
            assertThat(carol.seqs(3)).containsExactly(3L, 4L, 5L);
            server.publish("circle", "{\"data\":2}");
            assertThat(carol.seqs(1)).containsExactly(6L);
        }
    }

    @Test
    void whoReadsByHisTokenGoesOnWhenHeLeaves() {
        server.room("open", "");
        member("PUT", "open", "bob", "{}");
        try (Reader bob = Reader.open(server.port(), server.reader("bob", "open"), "/v1/rooms/open/events")) {
            bob.hello();
            member("DELETE", "open", "bob", "");
            server.publish("open", "{\"data\":1}");

            assertThat(bob.event().get("type").asString()).isEqualTo("room.member.removed");
            assertThat(bob.seqs(1)).containsExactly(3L);
        }
    }
}
