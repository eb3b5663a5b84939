package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Permission;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Editing and deleting messages as clients do it.
class EditedMessagesTest {

    private static final TestServer server = TestServer.dev();
    private static final String admin = server.admin();
    private static final String alice = user("alice", Permission.SUBSCRIBE, Permission.PUBLISH);
    private static final String bob = user("bob", Permission.SUBSCRIBE, Permission.PUBLISH);
    private static final String mona = user("mona", Permission.SUBSCRIBE, Permission.MODERATE);
    private static final String reader = user("rita", Permission.SUBSCRIBE);

    private static String user(String name, Permission... permissions) {
        return server.token(name, null, false, Map.of("*", Set.of(permissions)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String room(String room, String settings) {
        assertThat(server.send("PUT", admin, "/v1/rooms/" + room, settings).status())
                .isEqualTo(201);
        return "/v1/rooms/" + room + "/messages";
    }

    private static JsonNode publish(String path, String body) {
        var answer = server.send("POST", alice, path, body);
        assertThat(answer.status()).as(answer.response().body()).isBetween(200, 201);
        return answer.json();
    }

    private static TestServer.Answer edit(String token, String path, String data, String... headers) {
        return server.send("PATCH", token, path, "{\"data\":" + data + "}", headers);
    }

    private static TestServer.Answer delete(String token, String path, String... headers) {
        return server.send("DELETE", token, path, "", headers);
    }

    @Test
    void anEditIsAnsweredWithTheMessageAsItIsNowAndReadSoEverywhere() {
        String path = room("edits", "{}");
        JsonNode first = publish(path, "{\"clientMsgId\":\"m1\",\"key\":\"k\",\"data\":{\"text\":\"old\"}}");

        var edited = edit(alice, path + "/1", "{ \"text\": \"new\" }");

        assertThat(edited.status()).as(edited.response().body()).isEqualTo(200);
        assertThat(edited.header("ETag")).isEqualTo("\"2\"");
        JsonNode now = edited.json();
        assertThat(now.propertyNames())
                .containsExactly(
                        "room",
                        "epoch",
                        "seq",
                        "type",
                        "tier",
                        "sender",
                        "clientMsgId",
                        "ts",
                        "key",
                        "editedAt",
                        "editedSeq",
                        "by",
                        "data");
        for (String kept : Set.of("seq", "type", "tier", "sender", "ts", "key")) {
            assertThat(now.get(kept)).isEqualTo(first.get(kept));
        }
        assertThat(now.get("data").toString()).isEqualTo("{\"text\":\"new\"}");
        assertThat(now.get("editedSeq").asLong()).isEqualTo(2);
        assertThat(now.get("by").asString()).isEqualTo("alice");
        assertThat(server.get(reader, path + "/1").json()).isEqualTo(now);
        assertThat(server.get(reader, path + "/1").header("ETag")).isEqualTo("\"2\"");
        JsonNode page = server.get(reader, path).json();
        assertThat(page.get("items").get(0)).isEqualTo(now);
        JsonNode event = page.get("items").get(1);
        assertThat(event.get("type").asString()).isEqualTo("room.message.edited");
        assertThat(event.get("tier").asString()).isEqualTo("high");
        assertThat(event.get("ref").asLong()).isEqualTo(1);
        assertThat(event.get("data").toString()).isEqualTo("{\"seq\":1,\"by\":\"alice\"}");
    }

    @Test
    void aDeletedMessageKeepsItsPlace() {
        String path = room("gone", "{}");
        publish(path, "{\"data\":\"secret\"}");
        publish(path, "{\"data\":2}");

        assertThat(delete(alice, path + "/1").status()).isEqualTo(204);

        var gone = server.get(reader, path + "/1");
        assertThat(gone.json().get("deleted").asBoolean()).isTrue();
        assertThat(gone.json().has("data")).isFalse();
        assertThat(gone.json().get("by").asString()).isEqualTo("alice");
        var page = server.get(reader, path);
        assertThat(page.response().body()).doesNotContain("secret");
        assertThat(page.json()
                        .get("items")
                        .valueStream()
                        .map(item -> item.get("seq").asLong()))
                .containsExactly(1L, 2L, 3L);
        assertThat(delete(alice, path + "/1").status()).isEqualTo(204);
        assertThat(edit(alice, path + "/1", "1").code()).isEqualTo("message-deleted");
        assertThat(server.get(reader, "/v1/rooms/gone").json().get("head").asLong())
                .isEqualTo(3);
    }

    @Test
    void othersMessagesNeedToModerate() {
        String path = room("others", "{}");
        publish(path, "{\"data\":1}");
        publish(path, "{\"data\":2}");

        assertThat(edit(bob, path + "/1", "9").code()).isEqualTo("message-of-another");
        assertThat(delete(bob, path + "/1").code()).isEqualTo("message-of-another");
        assertThat(edit(reader, path + "/1", "9").code()).isEqualTo("forbidden");
        assertThat(edit(mona, path + "/1", "9").json().get("by").asString()).isEqualTo("mona");
        assertThat(delete(mona, path + "/2").status()).isEqualTo(204);

        JsonNode told = server.get(reader, path + "/4").json();
        assertThat(told.get("type").asString()).isEqualTo("room.message.deleted");
        assertThat(told.get("tier").asString()).isEqualTo("critical");
        assertThat(told.get("data").toString()).isEqualTo("{\"seq\":2,\"by\":\"mona\"}");
        assertThat(server.get(reader, path + "/1").json().get("sender").asString())
                .isEqualTo("alice");
    }

    @Test
    void aRoomSaysHowLongOnesOwnAreEdited() {
        String path = room("never", "{\"editSeconds\":0}");
        publish(path, "{\"data\":1}");
        assertThat(server.get(reader, "/v1/rooms/never")
                        .json()
                        .get("editSeconds")
                        .asInt())
                .isZero();

        var late = edit(alice, path + "/1", "2");
        assertThat(late.status()).isEqualTo(403);
        assertThat(late.code()).isEqualTo("edit-too-late");
        assertThat(late.json().get("editSeconds").asInt()).isZero();
        assertThat(delete(alice, path + "/1").code()).isEqualTo("edit-too-late");
        server.send("PATCH", admin, "/v1/rooms/never", "{\"editSeconds\":null}");

        assertThat(edit(alice, path + "/1", "2").status()).isEqualTo(200);
        JsonNode changed = server.get(reader, path + "/2").json();
        assertThat(changed.get("data").toString()).isEqualTo("{\"editSeconds\":900}");
    }

    @Test
    void aModeratorDeletesAlsoWhereTheRoomIsFrozen() {
        String path = room("frozen", "{}");
        publish(path, "{\"data\":1}");
        server.send("PATCH", admin, "/v1/rooms/frozen", "{\"frozen\":true}");

        assertThat(delete(alice, path + "/1").code()).isEqualTo("forbidden");
        assertThat(delete(mona, path + "/1").status()).isEqualTo(204);
    }

    @Test
    void theVersionOrItIsRefused() {
        String path = room("versions", "{}") + "/1";
        publish("/v1/rooms/versions/messages", "{\"data\":1}");

        assertThat(edit(alice, path, "2", "If-Match", "\"1\"").status()).isEqualTo(200);
        var late = edit(alice, path, "3", "If-Match", "\"1\"");
        assertThat(late.status()).isEqualTo(412);
        assertThat(late.code()).isEqualTo("message-conflict");
        assertThat(late.json().get("version").asLong()).isEqualTo(2);
        assertThat(delete(alice, path, "If-Match", "\"1\"").code()).isEqualTo("message-conflict");
        assertThat(edit(alice, path, "4", "If-Match", "*").status()).isEqualTo(200);
        assertThat(edit(alice, path, "4", "If-None-Match", "*").code()).isEqualTo("invalid-parameter");
        assertThat(delete(alice, path, "If-Match", "\"3\"").status()).isEqualTo(204);
    }

    @Test
    void aRetryChangesNothingAndIsAnsweredAgain() {
        String path = room("retries", "{}") + "/1";
        String message = "{\"clientMsgId\":\"m1\",\"data\":\"first\"}";
        JsonNode first = publish("/v1/rooms/retries/messages", message);
        JsonNode edited = edit(alice, path, "\"new\"", "Idempotency-Key", "e1").json();

        assertThat(edit(alice, path, "\"new\"", "Idempotency-Key", "e1").json()).isEqualTo(edited);
        assertThat(edit(alice, path, "\"other\"", "Idempotency-Key", "e1").code())
                .isEqualTo("idempotency-mismatch");
        JsonNode again = publish("/v1/rooms/retries/messages", message);
        assertThat(again.get("duplicate").asBoolean()).isTrue();
        assertThat(again.get("seq")).isEqualTo(first.get("seq"));
        assertThat(again.get("data")).isEqualTo(first.get("data"));

        assertThat(server.get(reader, path).json().get("data").asString()).isEqualTo("new");
        assertThat(server.get(reader, "/v1/rooms/retries").json().get("head").asLong())
                .isEqualTo(2);
    }

    @Test
    void whatIsNotThereAndWhatIsNoMessageIsNotChanged() {
        String path = room("nothing", "{}");
        publish(path, "{\"data\":1,\"ttlMs\":1}");
        server.send("PATCH", admin, "/v1/rooms/nothing", "{\"title\":\"A title\"}");

        assertThat(edit(mona, path + "/9", "1").code()).isEqualTo("message-not-found");
        assertThat(delete(mona, path + "/9").code()).isEqualTo("message-not-found");
        assertThat(edit(mona, path + "/2", "1").code()).isEqualTo("message-not-found");
        assertThat(edit(mona, path + "/0", "1").code()).isEqualTo("invalid-id");
        assertThat(edit(mona, "/v1/rooms/nowhere/messages/1", "1").code()).isEqualTo("room-not-found");
        org.awaitility.Awaitility.await()
                .until(() ->
                        "message-expired".equals(edit(mona, path + "/1", "1").code()));
    }

    @Test
    void dataAloneIsEditedAndWithinTheBoundsOfAMessage() {
        String path = room("bounds", "{}") + "/1";
        publish("/v1/rooms/bounds/messages", "{\"data\":1}");

        assertThat(server.send("PATCH", alice, path, "{\"data\":1,\"type\":\"other\"}")
                        .code())
                .isEqualTo("invalid-body");
        assertThat(server.send("PATCH", alice, path, "{}").code()).isEqualTo("invalid-body");
        assertThat(edit(alice, path, "\"" + "x".repeat(16 << 10) + "\"").code()).isEqualTo("payload-too-large");
        assertThat(edit(alice, path, "[".repeat(40) + "]".repeat(40)).status()).isEqualTo(400);
        assertThat(server.get(reader, path).json().has("editedSeq")).isFalse();
    }

    @Test
    void anEditCountsLikeAMessageOfItsSender() {
        String path = room("slow", "{\"slowModeSeconds\":60}");
        publish(path, "{\"data\":1}");

        var refused = edit(alice, path + "/1", "2");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("slow-mode");
        assertThat(edit(mona, path + "/1", "2").status()).isEqualTo(200);
        assertThat(edit(mona, path + "/1", "3").status()).isEqualTo(200);
    }

    @Test
    void whatRefersToAMessageIsPagedInOrderAndAsItStands() {
        String path = room("refs", "{}");
        publish(path, "{\"data\":1}");
        for (int i = 2; i <= 6; i++) {
            publish(path, "{\"type\":\"" + (i == 4 ? "reaction" : "text") + "\",\"ref\":1,\"data\":" + i + "}");
        }
        publish(path, "{\"ref\":2,\"data\":7}");
        edit(alice, path + "/3", "\"new\"");
        delete(alice, path + "/1");

        JsonNode first = server.get(reader, path + "?ref=1&limit=3").json();
        assertThat(first.get("items").valueStream().map(item -> item.get("seq").asLong()))
                .containsExactly(2L, 3L, 4L);
        assertThat(first.get("items").get(1).get("data").asString()).isEqualTo("new");
        assertThat(first.get("hasMore").asBoolean()).isTrue();
        JsonNode rest = server.get(
                        reader, path + "?ref=1&after=" + first.get("next").asString())
                .json();
        assertThat(rest.get("items").valueStream().map(item -> item.get("seq").asLong()))
                .containsExactly(5L, 6L);
        assertThat(rest.get("hasMore").asBoolean()).isFalse();
        assertThat(rest.get("next").asString()).endsWith(":9");
        assertThat(server.get(reader, path + "?ref=1&types=reaction").json().get("items"))
                .hasSize(1);
        assertThat(server.get(reader, path + "?ref=9").json().get("items")).isEmpty();
        assertThat(server.get(reader, path + "?ref=0").code()).isEqualTo("invalid-parameter");
        assertThat(server.get(reader, path + "?ref=1&before=1:1").code()).isEqualTo("invalid-parameter");
        assertThat(server.send("POST", alice, path, "{\"ref\":10,\"data\":1}").code())
                .isEqualTo("message-not-found");
    }
}
