package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.access.ApiKey;
import dev.parley.access.KeyHash;
import dev.parley.access.Permission;
import dev.parley.access.spi.ApiKeyStore;
import dev.parley.kernel.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ApiKeysTest {

    private static final String BACKEND = key("b");
    private static final String ADMIN = key("a");

    private static TestServer server;

    private static String key(String of) {
        return "parley_" + of.repeat(43);
    }

    @BeforeAll
    static void start() {
        server = TestServer.with("parley.auth=jwt", "parley.auth.jwt.secret=" + new String(TestApplication.DEV_SECRET));
        add("backend", BACKEND, false, Map.of("lobby", Set.of(Permission.PUBLISH, Permission.SUBSCRIBE)));
        add("operator", ADMIN, true, Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void add(String name, String key, boolean admin, Map<String, Set<Permission>> rooms) {
        server.bean(ApiKeyStore.class).add(new ApiKey(new UserId(name), KeyHash.of(key), admin, rooms));
    }

    private static TestServer.Answer publish(String key, String room, String body) {
        return server.post(null, "/v1/rooms/" + room + "/messages", body, "X-API-Key", key);
    }

    @Test
    void aBackendPublishesInItsOwnNameOrAnothers() {
        assertThat(publish(BACKEND, "lobby", "{\"data\":1}")
                        .json()
                        .get("sender")
                        .asString())
                .isEqualTo("backend");
        var asAlice = publish(BACKEND, "lobby", "{\"data\":1,\"sender\":\"alice\",\"clientMsgId\":\"x\"}");
        assertThat(asAlice.status()).isEqualTo(201);
        assertThat(asAlice.json().get("sender").asString()).isEqualTo("alice");
        assertThat(publish(BACKEND, "lobby", "{\"data\":1,\"sender\":\"alice\",\"clientMsgId\":\"x\"}")
                        .status())
                .isEqualTo(200);
        assertThat(publish(BACKEND, "lobby", "{\"data\":1,\"sender\":\"bob\",\"clientMsgId\":\"x\"}")
                        .status())
                .as("ids are each sender's own")
                .isEqualTo(201);
        assertThat(publish(BACKEND, "lobby", "{\"data\":1,\"sender\":\"@server\"}")
                        .code())
                .isEqualTo("invalid-id");
        assertThat(publish(BACKEND, "other", "{\"data\":1}").code()).isEqualTo("forbidden");
    }

    @Test
    void aBackendRaisesTiersAndPublishesIntoFrozenRooms() {
        String admin = server.admin();
        server.send("PUT", admin, "/v1/rooms/lobby", "{\"frozen\":true}");
        assertThat(publish(BACKEND, "lobby", "{\"data\":1,\"tier\":\"critical\"}")
                        .status())
                .isEqualTo(201);
        server.send("PUT", admin, "/v1/rooms/lobby", "{\"frozen\":false}");
    }

    @Test
    void aTokenNamesNoOtherSender() {
        String alice = server.token("alice");
        var other = server.post(alice, "/v1/rooms/lobby/messages", "{\"data\":1,\"sender\":\"bob\"}");
        assertThat(other.status()).isEqualTo(403);
        assertThat(other.code()).isEqualTo("sender-not-allowed");
        assertThat(server.post(alice, "/v1/rooms/lobby/messages", "{\"data\":1,\"sender\":\"alice\"}")
                        .status())
                .isEqualTo(201);
        var batch = server.post(
                alice,
                "/v1/rooms/lobby/messages/batch",
                "{\"messages\":[{\"data\":1,\"sender\":\"bob\"},{\"data\":2}]}");
        assertThat(batch.json().at("/results/0/status").asInt()).isEqualTo(403);
        assertThat(batch.json().at("/results/1/status").asInt()).isEqualTo(201);
    }

    @Test
    void anAdministratorsKeyListsRooms() {
        assertThat(server.get(null, "/v1/rooms", "X-API-Key", ADMIN).status()).isEqualTo(200);
        assertThat(server.get(null, "/v1/rooms", "X-API-Key", BACKEND).status()).isEqualTo(403);
    }

    @Test
    void whatIsNoKeyIsRefused() {
        for (String wrong : List.of("", "x", key("c"), BACKEND + "b", BACKEND.substring(1), server.token("alice"))) {
            var answer = server.get(null, "/v1/rooms/lobby", "X-API-Key", wrong);
            assertThat(answer.status()).as(wrong).isEqualTo(401);
            assertThat(answer.code()).isEqualTo("invalid-key");
        }
        assertThat(server.get(server.token("alice"), "/v1/rooms/lobby", "X-API-Key", BACKEND)
                        .code())
                .as("a token and a key")
                .isEqualTo("invalid-key");
        assertThat(server.get(BACKEND, "/v1/rooms/lobby").code())
                .as("a key as a token")
                .isEqualTo("invalid-token");
    }

    @Test
    void aKeyTakenBackIsRefusedWithinASecondOrSo() {
        String shortLived = key("s");
        add("short", shortLived, true, Map.of());
        await().atMost(Duration.ofSeconds(5))
                .until(() ->
                        server.get(null, "/v1/rooms", "X-API-Key", shortLived).status() == 200);
        server.bean(ApiKeyStore.class).remove(new UserId("short"));
        await().atMost(Duration.ofSeconds(5))
                .until(() ->
                        server.get(null, "/v1/rooms", "X-API-Key", shortLived).status() == 401);
    }
}
