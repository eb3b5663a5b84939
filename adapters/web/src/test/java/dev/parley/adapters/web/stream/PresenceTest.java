package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.web.StreamServer;
import dev.parley.usecase.LifecycleWaits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Who is there, as clients hear of it over the wire.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(120)
class PresenceTest {

    @Parameter
    private Way way;

    private static StreamServer server;
    private static Rest rest;
    private static String alice;
    private static String bob;

    @BeforeParameterizedClassInvocation
    static void start(Way way) {
        server = way.start("test.heartbeat=60000");
        rest = new Rest(server.port());
        alice = server.token("alice");
        bob = server.token("bob");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    private static JsonNode get(String token, String path) {
        return Rest.json(rest.get(token, path).join());
    }

    private static String users(String room) {
        StringBuilder users = new StringBuilder();
        get(alice, "/v1/rooms/" + room + "/presence")
                .get("items")
                .forEach(item -> users.append(item.get("user").asString())
                        .append(item.get("sessions").asInt()));
        return users.toString();
    }

    private static Reader open(String token, String room, String query) {
        Reader reader = Reader.open(server.port(), token, "/v1/rooms/" + room + "/events" + query);
        reader.hello();
        return reader;
    }

    @Test
    void whoReadsARoomIsThereOnceHoweverManySessionsHeHas() {
        server.room("tabs", "");
        try (Reader _ = open(alice, "tabs", "");
                Reader _ = open(bob, "tabs", "");
                Reader _ = open(bob, "tabs", "")) {
            await().until(() -> users("tabs").equals("alice1bob2"));

            JsonNode page = get(alice, "/v1/rooms/tabs/presence?limit=1");
            assertThat(page.get("mode").asString()).isEqualTo("list");
            assertThat(page.get("count").asLong()).isEqualTo(2);
            assertThat(page.get("next").asString()).isEqualTo("alice");
            assertThat(get(alice, "/v1/rooms/tabs/presence?after=alice&limit=1")
                            .at("/items/0/user")
                            .asString())
                    .isEqualTo("bob");
            JsonNode occupancy = get(alice, "/v1/rooms/tabs/occupancy");
            assertThat(occupancy.get("count").asLong()).isEqualTo(3);
            assertThat(occupancy.get("users").asLong()).isEqualTo(2);
        }
    }

    @Test
    void whoAsksIsToldWhoComesAndHowManyAreThere() {
        server.room("told", "");
        try (Reader reader = open(alice, "told", "?presence=1&occupancy=1")) {
            JsonNode first = told(reader, "occupancy", "/count", "1");
            assertThat(first.get("room").asString()).isEqualTo("told");
            try (Reader _ = open(bob, "told", "")) {
                JsonNode presence = told(reader, "presence", "/joins/0/user", "bob");
                assertThat(presence.get("leaves").isEmpty()).isTrue();
                assertThat(presence.get("count").asLong()).isEqualTo(2);
                assertThat(presence.get("more").asBoolean()).isFalse();
            }
        }
    }

    /// The next of this name that says this; the others come in whichever order things happened to be
    /// noticed.
    private static JsonNode told(Reader reader, String event, String where, String what) {
        for (int i = 0; i < 20; i++) {
            var message = reader.any();
            assertThat(message).as("an event").isNotNull();
            if (message.event().equals(event)) {
                assertThat(message.id()).as("no id").isNull();
                JsonNode data = Reader.json(message);
                if (data.at(where).asString("").equals(what)) {
                    return data;
                }
            }
        }
        throw new AssertionError("nobody said " + event + " " + where + " " + what);
    }

    @Test
    void whoDoesNotAskIsToldNothing() {
        server.room("untold", "");
        try (Reader reader = open(alice, "untold", "");
                Reader _ = open(bob, "untold", "?presence=1")) {
            await().until(() -> users("untold").equals("alice1bob1"));

            assertThat(reader.quietFor(Duration.ofMillis(1_500))).isTrue();
        }
    }

    @Test
    void aRoomTellsWhatItsSettingAllows() {
        server.room("counted", "\"presence\":\"count\"");
        server.room("silent", "\"presence\":\"off\"");
        try (Reader reader = open(alice, "counted", "?presence=1&occupancy=1");
                Reader silent = open(alice, "silent", "?presence=1&occupancy=1");
                Reader _ = open(bob, "counted", "")) {
            told(reader, "occupancy", "/users", "2");

            JsonNode page = get(alice, "/v1/rooms/counted/presence");
            assertThat(page.get("mode").asString()).isEqualTo("count");
            assertThat(page.get("count").asLong()).isEqualTo(2);
            assertThat(page.get("items").isEmpty()).isTrue();
            assertThat(reader.raw().bodyText()).doesNotContain("\"bob\"");
            assertThat(get(alice, "/v1/rooms/silent/presence").get("code").asString())
                    .isEqualTo("presence-off");
            assertThat(get(alice, "/v1/rooms/silent/occupancy").get("code").asString())
                    .isEqualTo("presence-off");
            assertThat(silent.quietFor(Duration.ofMillis(1_200))).isTrue();
        }
    }

    @Test
    void whoMayNotReadTheRoomIsNotTold() {
        server.room("closed", "");
        String eve = server.reader("eve", "elsewhere");

        assertThat(get(eve, "/v1/rooms/closed/presence").get("code").asString()).isEqualTo("forbidden");
        assertThat(get(eve, "/v1/rooms/closed/occupancy").get("code").asString())
                .isEqualTo("forbidden");
        assertThat(get(alice, "/v1/lifecycle").get("code").asString()).isEqualTo("forbidden");
        assertThat(get(alice, "/v1/rooms/nowhere/presence").get("code").asString())
                .isEqualTo("room-not-found");
    }

    @Test
    void theLifecycleLogTellsWhoCameAndWent() {
        String admin = server.admin();
        String start = get(admin, "/v1/lifecycle?limit=1").get("head").asString();
        server.room("cycle", "");
        Reader leaves = open(bob, "cycle", "");
        try (Reader _ = open(bob, "cycle", "")) {
            leaves.close();
            await().until(() -> kinds(admin, start, "cycle").contains("online bob"));
        }

        await().atMost(Duration.ofSeconds(25))
                .until(() -> kinds(admin, start, "cycle").contains("vacated"));
        assertThat(kinds(admin, start, "cycle"))
                .isEqualTo("room-created;occupied bob;online bob;offline bob closed;vacated bob;");
        assertThat(get(admin, "/v1/lifecycle?after=999999999").get("code").asString())
                .isEqualTo("cursor-ahead");
        assertThat(get(admin, "/v1/lifecycle?after=x").get("code").asString()).isEqualTo("bad-cursor");
    }

    @Test
    void whoWaitsForTheLifecycleLogIsAnsweredOnceItGrowsOrHisPatienceEnds() {
        String admin = server.admin();
        var waits = server.bean(LifecycleWaits.class);
        String head = get(admin, "/v1/lifecycle?limit=1").get("head").asString();
        var answer = CompletableFuture.supplyAsync(() -> waitFor("waited-for", admin, head));
        await().untilAsserted(() -> assertThat(waits.waiting()).isEqualTo(1));

        server.room("waited-for", "");

        await().atMost(Duration.ofSeconds(5)).until(answer::isDone);
        String next = get(admin, "/v1/lifecycle?limit=1").get("head").asString();
        assertThat(get(admin, "/v1/lifecycle?waitMs=100&after=" + next).has("items"))
                .isTrue();
        assertThat(get(admin, "/v1/lifecycle?waitMs=25001&after=" + next)
                        .get("code")
                        .asString())
                .isEqualTo("invalid-parameter");
        await().untilAsserted(() -> assertThat(waits.waiting()).isZero());
    }

    /// Past what happens in other rooms meanwhile.
    private static JsonNode waitFor(String room, String token, String after) {
        JsonNode page = get(token, "/v1/lifecycle?waitMs=20000&limit=500&after=" + after);
        return page.get("items").toString().contains(room)
                ? page
                : waitFor(room, token, page.get("next").asString());
    }

    private static String kinds(String token, String after, String room) {
        var kinds = new StringBuilder();
        for (JsonNode row : get(token, "/v1/lifecycle?limit=500&after=" + after).get("items")) {
            if (row.get("room").asString().equals(room)) {
                kinds.append(row.get("kind").asString());
                for (String member : List.of("user", "cause")) {
                    kinds.append(row.has(member) ? " " + row.get(member).asString() : "");
                }
                kinds.append(';');
            }
        }
        return kinds.toString();
    }
}
