package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/// Attributes as clients meet them.
class AttributesTest {

    private static final TestServer server = TestServer.dev();
    private static final String admin = server.admin();
    private static final String alice = user("alice", Permission.SUBSCRIBE, Permission.PUBLISH);
    private static final String bob = user("bob", Permission.SUBSCRIBE, Permission.PUBLISH);
    private static final String mona = user("mona", Permission.values());
    private static final String reader = user("rita", Permission.SUBSCRIBE);

    private static String user(String name, Permission... permissions) {
        return server.token(name, null, false, Map.of("*", Set.of(permissions)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String room(String room) {
        assertThat(server.send("PUT", admin, "/v1/rooms/" + room, "{}").status())
                .isEqualTo(201);
        return "/v1/rooms/" + room + "/attributes";
    }

    private static TestServer.Answer put(String token, String path, String value, String... headers) {
        return server.send("PUT", token, path, "{\"value\":" + value + "}", headers);
    }

    private static TestServer.Answer patch(String token, String path, String body, String... headers) {
        return server.send("PATCH", token, path, body, headers);
    }

    private static String position(String path) {
        return server.get(alice, path).json().get("position").asString();
    }

    @Test
    void whatIsSetIsReadWithItsTagAndIsAnEventOfTheRoom() {
        String path = room("set");

        var set = put(alice, path + "/topic", "{ \"text\": \"Welcome\" }");

        assertThat(set.status()).isEqualTo(200);
        assertThat(set.header("ETag")).isEqualTo("\"1\"");
        String attribute =
                "{\"key\":\"topic\",\"value\":{\"text\":\"Welcome\"},\"seq\":1,\"owner\":\"alice\",\"autoDelete\":false}";
        assertThat(set.response().body()).isEqualTo(attribute);
        var read = server.get(reader, path + "/topic");
        assertThat(read.response().body()).isEqualTo(attribute);
        assertThat(read.header("ETag")).isEqualTo("\"1\"");
        assertThat(server.send("GET", reader, path + "/topic", "", "If-None-Match", "\"1\"")
                        .status())
                .isEqualTo(304);
        var event = server.get(reader, "/v1/rooms/set/messages/1").json();
        assertThat(event.get("type").asString()).isEqualTo("room.attributes");
        assertThat(event.get("tier").asString()).isEqualTo("high");
        assertThat(event.get("sender").asString()).isEqualTo("alice");
        assertThat(event.get("data").toString())
                .isEqualTo("{\"set\":{\"topic\":{\"value\":{\"text\":\"Welcome\"}}},\"removed\":[]}");
    }

    @Test
    void aSeatThatLastsSaysUntilWhen() {
        String path = room("seat");

        var set = server.send("PUT", alice, path + "/seat.1", "{\"value\":null,\"autoDelete\":true,\"ttlMs\":60000}");

        long ts =
                server.get(alice, "/v1/rooms/seat/messages/1").json().get("ts").asLong();
        assertThat(set.json().get("value").isNull()).isTrue();
        assertThat(set.json().get("expiresAt").asLong()).isEqualTo(ts + 60_000);
        assertThat(server.get(alice, path).json().at("/attributes/seat.1"))
                .isEqualTo(((ObjectNode) set.json()).without("key"));
        assertThat(server.get(alice, "/v1/rooms/seat/messages/1")
                        .json()
                        .get("data")
                        .toString())
                .isEqualTo(
                        "{\"set\":{\"seat.1\":{\"value\":null,\"autoDelete\":true,\"ttlMs\":60000}},\"removed\":[]}");
    }

    @Test
    void conditionsHoldOrTellWhatIsThere() {
        String path = room("conditions") + "/seat";

        assertThat(put(alice, path, "1", "If-Match", "*").code()).isEqualTo("attribute-conflict");
        assertThat(put(alice, path, "1", "If-None-Match", "*").status()).isEqualTo(201);
        var taken = put(alice, path, "2", "If-None-Match", "*");
        assertThat(taken.status()).isEqualTo(412);
        assertThat(taken.json().get("key").asString()).isEqualTo("seat");
        assertThat(taken.json().get("seq").asLong()).isEqualTo(1);
        assertThat(put(alice, path, "3", "If-Match", "\"1\"").status()).isEqualTo(200);
        assertThat(put(alice, path, "4", "If-Match", "\"1\"").status()).isEqualTo(412);
        assertThat(server.send("DELETE", alice, path, "", "If-Match", "\"1\"").status())
                .isEqualTo(412);
        assertThat(server.send("DELETE", alice, path, "", "If-Match", "\"2\"").status())
                .isEqualTo(204);
        assertThat(server.get(alice, path).code()).isEqualTo("attribute-not-found");
    }

    @Test
    void ofFiftyWhoCompareAndSetOneWins() throws Exception {
        String path = room("fifty") + "/seat";
        put(alice, path, "0");
        var start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> answers = IntStream.range(0, 50)
                    .mapToObj(i -> threads.submit(() -> {
                        start.await();
                        return put(alice, path, Integer.toString(i), "If-Match", "\"1\"")
                                .status();
                    }))
                    .toList();
            start.countDown();
            var statuses = new ArrayList<Integer>();
            for (Future<Integer> answer : answers) {
                statuses.add(answer.get());
            }
            assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
            assertThat(statuses.stream().filter(status -> status == 412)).hasSize(49);
        }
    }

    @Test
    void aKeyIsItsOwnersUnlessAModeratorForcesIt() {
        String path = room("owned");
        put(alice, path + "/topic", "1");

        var refused = put(bob, path + "/topic", "2");
        assertThat(refused.code()).isEqualTo("attribute-of-another");
        assertThat(refused.json().get("key").asString()).isEqualTo("topic");
        assertThat(server.send("DELETE", mona, path + "/topic", "").code()).isEqualTo("attribute-of-another");
        String forced = "{\"set\":{\"topic\":2},\"options\":{\"force\":true}}";
        assertThat(patch(bob, path, forced).code()).isEqualTo("forbidden");
        assertThat(patch(mona, path, forced).status()).isEqualTo(200);
        assertThat(server.get(alice, path + "/topic").json().get("owner").asString())
                .isEqualTo("mona");
        assertThat(put(reader, path + "/other", "1").code()).isEqualTo("forbidden");
    }

    @Test
    void aPatchIsOneEventAndIsAppliedOnce() {
        String path = room("patch");
        String body = "{\"set\":{\"a\":1,\"b\":[2]},\"remove\":[\"c\"],\"options\":{\"ttlMs\":1000}}";

        var first = patch(alice, path, body, "Idempotency-Key", "\"p1\"");
        var again = patch(alice, path, body, "Idempotency-Key", "p1");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().get("data").toString())
                .isEqualTo("{\"set\":{\"a\":{\"value\":1,\"ttlMs\":1000},\"b\":{\"value\":[2],\"ttlMs\":1000}},"
                        + "\"removed\":[\"c\"]}");
        assertThat(again.json().get("seq")).isEqualTo(first.json().get("seq"));
        assertThat(again.json().get("duplicate").asBoolean()).isTrue();
        var other = patch(alice, path, "{\"remove\":[\"a\"]}", "Idempotency-Key", "p1");
        assertThat(other.code()).isEqualTo("idempotency-mismatch");
        assertThat(patch(alice, path, "{\"remove\":[\"never\"]}").status()).isEqualTo(204);
        assertThat(server.get(alice, "/v1/rooms/patch").json().get("head").asLong())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|invalid-body",
                "{\"set\":{\"a\":1},\"remove\":[\"a\"]}|invalid-body",
                "{\"set\":1}|invalid-body",
                "{\"remove\":{}}|invalid-body",
                "{\"remove\":[1]}|invalid-body",
                "{\"set\":{\"a\":1},\"options\":{\"other\":1}}|invalid-body",
                "{\"set\":{\"a b\":1}}|invalid-id",
                "{\"set\":{\"changes\":1}}|invalid-id",
                "{\"remove\":[\"\"]}|invalid-id",
                "{\"set\":{\"a\":1,\"a\":2}}|invalid-body",
            })
    void aPatchThatIsNoneIsRefused(String body, String code) {
        assertThat(patch(alice, "/v1/rooms/nowhere/attributes", body).code()).isEqualTo(code);
    }

    @Test
    void valuesKeysAndRoomsHaveTheirBounds() {
        String path = room("bounds");
        String most = "\"" + "x".repeat((4 << 10) - 2) + "\"";

        assertThat(put(alice, path + "/a", most).status()).isEqualTo(200);
        assertThat(put(alice, path + "/a", most.replaceFirst("x", "xx")).code()).isEqualTo("payload-too-large");
        assertThat(patch(alice, path, set(21, "1")).code()).isEqualTo("invalid-body");
        assertThat(patch(alice, path, set(5, most)).code()).isEqualTo("payload-too-large");
        assertThat(put(alice, path + "/changes", "1").code()).isEqualTo("method-not-allowed");
        assertThat(put(alice, "/v1/rooms/nowhere/attributes/a", "1").code()).isEqualTo("room-not-found");
        server.send("DELETE", alice, path + "/a", "");
        for (int i = 0; i < 5; i++) {
            patch(alice, path, set(20, "1").replace("\"k", "\"k" + i + "-"));
        }
        assertThat(put(alice, path + "/more", "1").code()).isEqualTo("attributes-full");
    }

    private static String set(int keys, String value) {
        return IntStream.range(0, keys)
                .mapToObj(i -> "\"k" + i + "\":" + value)
                .collect(Collectors.joining(",", "{\"set\":{", "}}"));
    }

    @Test
    void changesGoOnFromAPositionAndSayWhenTheyCannot() {
        String path = room("changes");
        String before = position(path);
        put(alice, path + "/a", "1");
        put(alice, path + "/b", "2");
        server.send("DELETE", alice, path + "/a", "");

        var changes = server.get(reader, path + "/changes?after=" + before).json();

        assertThat(changes.get("items").toString())
                .isEqualTo("[{\"key\":\"b\",\"value\":2,\"seq\":2,\"owner\":\"alice\",\"autoDelete\":false},"
                        + "{\"key\":\"a\",\"deleted\":true,\"seq\":3,\"owner\":\"alice\"}]");
        assertThat(changes.get("position").asString()).isEqualTo(position(path));
        assertThat(server.get(reader, path + "/changes?after=" + position(path))
                        .json()
                        .get("items"))
                .isEmpty();
        String epoch = before.substring(0, before.indexOf(':'));
        assertThat(server.get(reader, path + "/changes?after=" + epoch + ":9").code())
                .isEqualTo("cursor-ahead");
        assertThat(server.get(reader, path + "/changes?after=1zzzzzzzz:1").code())
                .isEqualTo("epoch-changed");
        assertThat(server.get(reader, path + "/changes?after=x").code()).isEqualTo("bad-cursor");
        assertThat(server.get(reader, path + "/changes").code()).isEqualTo("invalid-parameter");
    }

    @Test
    void aSnapshotIsTheRoomWithAllItHolds() {
        String path = room("whole");
        put(alice, path + "/topic", "\"Hi\"");

        var snapshot = server.get(reader, "/v1/rooms/whole/snapshot").json();

        assertThat(snapshot.get("room"))
                .isEqualTo(server.get(reader, "/v1/rooms/whole").json());
        assertThat(snapshot.get("attributes"))
                .isEqualTo(server.get(reader, path).json().get("attributes"));
        assertThat(snapshot.get("occupancy").get("users").asLong()).isZero();
        assertThat(snapshot.get("position").asString())
                .isEqualTo(position(path))
                .endsWith(":1");
        patch(admin, "/v1/rooms/whole", "{\"presence\":\"off\"}");
        assertThat(server.get(reader, "/v1/rooms/whole/snapshot")
                        .json()
                        .get("occupancy")
                        .isNull())
                .isTrue();
    }

    @Test
    void aFrozenRoomHoldsStill() {
        String path = room("frozen");
        patch(admin, "/v1/rooms/frozen", "{\"frozen\":true}");

        assertThat(put(alice, path + "/topic", "1").json().get("reason").asString())
                .isEqualTo("frozen");
        assertThat(put(admin, path + "/topic", "1").status()).isEqualTo(200);
    }
}
