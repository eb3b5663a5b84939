package dev.parley.adapters.web;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoomsTest {

    private static TestServer server;
    private static String alice;

    @BeforeAll
    static void start() {
        server = TestServer.dev();
        alice = server.token("alice");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static TestServer.Answer put(String room, String body, String... headers) {
        return server.send("PUT", alice, "/v1/rooms/" + room, body, headers);
    }

    private static TestServer.Answer patch(String room, String body, String... headers) {
        return server.send("PATCH", alice, "/v1/rooms/" + room, body, headers);
    }

    @Test
    void aNewRoomIsCreatedWithTheDefaultsOfItsKind() {
        var durable = put("durable", "");
        assertThat(durable.status()).isEqualTo(201);
        assertThat(durable.header("Location")).isEqualTo("/v1/rooms/durable");
        assertThat(durable.header("ETag")).isEqualTo("\"1\"");
        var json = durable.json();
        assertThat(durable.response().body())
                .isEqualTo(
                        ("{\"id\":\"durable\",\"kind\":\"durable\",\"epoch\":\"%s\",\"head\":0,\"first\":1,\"version\":1,"
                                        + "\"createdAt\":%d,\"title\":\"\",\"retention\":{\"messages\":0,\"maxAgeSeconds\":0},"
                                        + "\"inboundPerSecond\":0,\"senderPerSecond\":0,\"slowModeSeconds\":0,"
                                        + "\"overflow\":\"catch-up\",\"types\":{},"
                                        + "\"frozen\":false,\"presence\":\"list\",\"membersOnly\":false,\"muteAll\":false,"
                                        + "\"editSeconds\":900}")
                                .formatted(
                                        json.get("epoch").asString(),
                                        json.get("createdAt").asLong()));
        assertThat(put("live", "{\"kind\":\"live\"}").response().body())
                .contains("\"retention\":{\"messages\":10000,\"maxAgeSeconds\":86400},\"inboundPerSecond\":200,"
                        + "\"senderPerSecond\":10,\"slowModeSeconds\":0,\"overflow\":\"shed\",\"types\":{}");
    }

    @Test
    void typesAreMergedTypeByTypeAndNullTakesOneOut() {
        put(
                "typed",
                "{\"types\":{\"gift\":{\"tier\":\"critical\",\"ttlMs\":3000},\"heart\":{\"tier\":\"low\"},\"old\":{}}}");

        var merged = patch("typed", "{\"types\":{\"gift\":{\"ttlMs\":null},\"old\":null,\"text\":{\"ttlMs\":0}}}");

        assertThat(merged.json().get("types").toString())
                .isEqualTo("{\"gift\":{\"tier\":\"critical\"},\"heart\":{\"tier\":\"low\"},\"text\":{\"ttlMs\":0}}");
        assertThat(patch("typed", "{\"types\":null}").json().get("types").toString())
                .isEqualTo("{}");
    }

    @Test
    void theLimitsOfSendersAndWhatBecomesOfTheSlowAreSettings() {
        put("limited", "{\"kind\":\"live\",\"senderPerSecond\":3,\"slowModeSeconds\":30,\"overflow\":\"catch-up\"}");

        var patched = patch("limited", "{\"slowModeSeconds\":60,\"types\":{\"gift\":{\"tier\":\"critical\"}}}");

        assertThat(patched.response().body())
                .contains("\"senderPerSecond\":3,\"slowModeSeconds\":60,\"overflow\":\"catch-up\"");
        var told = server.get(alice, "/v1/rooms/limited/messages").json().get("items");
        assertThat(told.get(0).get("data").toString())
                .isEqualTo("{\"slowModeSeconds\":60,\"types\":{\"gift\":{\"tier\":\"critical\"}}}");
        assertThat(patch("limited", "{\"overflow\":\"latest\"}").response().body())
                .contains("\"overflow\":\"latest\"");
        assertThat(patch("limited", "{\"senderPerSecond\":null,\"slowModeSeconds\":null,\"overflow\":null}")
                        .response()
                        .body())
                .contains("\"senderPerSecond\":10,\"slowModeSeconds\":0,\"overflow\":\"shed\"");
    }

    @Test
    void aRoomHasAtMostSixtyFourTypes() {
        assertThat(put("many", "{\"types\":{" + types(1, 65) + "}}").code()).isEqualTo("invalid-body");
        assertThat(put("many", "{\"types\":{" + types(1, 64) + "}}").status()).isEqualTo(201);
        assertThat(patch("many", "{\"types\":{" + types(64, 65) + "}}").code()).isEqualTo("invalid-body");
        assertThat(patch("many", "{\"types\":{\"t1\":null," + types(65, 65) + "}}")
                        .status())
                .isEqualTo(200);
    }

    private static String types(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(i -> "\"t" + i + "\":{\"tier\":\"low\"}")
                .collect(joining(","));
    }

    @Test
    void puttingAgainReplacesEverySettingThatIsNotNamed() {
        put("replaced", "{\"title\":\"A\",\"inboundPerSecond\":7,\"frozen\":true}");
        var again = put("replaced", "{\"title\":\"B\"}");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.header("ETag")).isEqualTo("\"2\"");
        assertThat(again.response().body()).contains("\"title\":\"B\"", "\"inboundPerSecond\":0", "\"frozen\":false");
    }

    @Test
    void aPatchChangesWhatItNamesAndNullMeansTheDefaultOfTheKind() {
        put(
                "patched",
                "{\"kind\":\"live\",\"title\":\"A\",\"inboundPerSecond\":7,\"retention\":{\"messages\":5,\"maxAgeSeconds\":60}}");
        var answer =
                patch("patched", "{\"retention\":{\"messages\":null}}", "Content-Type", "application/merge-patch+json");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.response().body())
                .contains("\"title\":\"A\"", "{\"messages\":10000,\"maxAgeSeconds\":60}", "\"inboundPerSecond\":7");
        assertThat(patch("patched", "{\"retention\":null,\"inboundPerSecond\":null,\"title\":null}")
                        .response()
                        .body())
                .contains("\"title\":\"\"", "{\"messages\":10000,\"maxAgeSeconds\":86400}", "\"inboundPerSecond\":200");
        assertThat(patch("missing", "{}").code()).isEqualTo("room-not-found");
    }

    @Test
    void aChangeIsAnEventThatCarriesWhatChanged() {
        put("told", "{}");
        patch("told", "{\"title\":\"T\",\"retention\":{\"maxAgeSeconds\":9}}");
        patch("told", "{\"title\":\"T\"}");
        var items = server.get(alice, "/v1/rooms/told/messages").json().get("items");
        assertThat(items).hasSize(1);
        assertThat(items.get(0).get("type").asString()).isEqualTo("room.updated");
        assertThat(items.get(0).get("sender").asString()).isEqualTo("alice");
        assertThat(items.get(0).get("tier").asString()).isEqualTo("critical");
        assertThat(items.get(0).has("clientMsgId")).isFalse();
        assertThat(items.get(0).get("data").toString())
                .isEqualTo("{\"title\":\"T\",\"retention\":{\"messages\":0,\"maxAgeSeconds\":9}}");
    }

    @Test
    void whatIsReadCanBeSentBack() {
        put("round", "{\"title\":\"x\"}");
        String read = server.get(alice, "/v1/rooms/round").response().body();
        var sent = put("round", read);
        assertThat(sent.status()).isEqualTo(200);
        assertThat(sent.response().body()).isEqualTo(read);
    }

    @Test
    void theKindIsFixed() {
        put("fixed", "{\"kind\":\"live\"}");
        for (var answer : List.of(put("fixed", "{\"kind\":\"durable\"}"), patch("fixed", "{\"kind\":\"durable\"}"))) {
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.code()).isEqualTo("kind-fixed");
        }
        assertThat(put("fixed", "{}").json().get("kind").asString()).isEqualTo("live");
    }

    @Test
    void preconditionsHoldOrTheRequestDoesNothing() {
        var lost = put("pre", "{}", "If-Match", "\"1\"");
        assertThat(lost.status()).isEqualTo(412);
        assertThat(lost.code()).isEqualTo("version-conflict");
        assertThat(put("pre", "{}", "If-Match", "*").status()).isEqualTo(412);
        assertThat(put("pre", "{}", "If-None-Match", "*").status()).isEqualTo(201);
        assertThat(put("pre", "{}", "If-None-Match", "*").status()).isEqualTo(412);
        assertThat(patch("pre", "{\"title\":\"1\"}", "If-Match", "\"9\", \"1\"").status())
                .isEqualTo(200);
        var conflict = patch("pre", "{\"title\":\"2\"}", "If-Match", "\"1\"");
        assertThat(conflict.status()).isEqualTo(412);
        assertThat(conflict.json().get("version").asLong()).isEqualTo(2);
        assertThat(patch("pre", "{\"title\":\"2\"}", "If-Match", "W/\"2\"").status())
                .isEqualTo(412);
        assertThat(patch("pre", "{\"title\":\"2\"}", "If-Match", "2").code()).isEqualTo("invalid-parameter");
        assertThat(server.send("DELETE", alice, "/v1/rooms/pre", "", "If-Match", "\"1\"")
                        .status())
                .isEqualTo(412);
        assertThat(server.get(alice, "/v1/rooms/pre").json().get("title").asString())
                .isEqualTo("1");
    }

    @Test
    void aReaderWhoKnowsTheVersionIsSpared() {
        put("known", "{}");
        assertThat(server.get(alice, "/v1/rooms/known", "If-None-Match", "\"1\"")
                        .status())
                .isEqualTo(304);
        assertThat(server.get(alice, "/v1/rooms/known", "If-None-Match", "\"1\"")
                        .header("ETag"))
                .isEqualTo("\"1\"");
        assertThat(server.get(alice, "/v1/rooms/known", "If-None-Match", "W/\"1\", \"x\"")
                        .status())
                .isEqualTo(304);
        assertThat(server.get(alice, "/v1/rooms/known", "If-None-Match", "\"2\"")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void destroyingTwiceIsAsGoodAsOnce() {
        put("gone", "{}");
        assertThat(server.send("DELETE", alice, "/v1/rooms/gone", "").status()).isEqualTo(204);
        assertThat(server.send("DELETE", alice, "/v1/rooms/gone", "").status()).isEqualTo(204);
        assertThat(server.get(alice, "/v1/rooms/gone").code()).isEqualTo("room-not-found");
        String first = put("gone", "{}").json().get("epoch").asString();
        server.send("DELETE", alice, "/v1/rooms/gone", "");
        assertThat(put("gone", "{}").json().get("epoch").asString()).isNotEqualTo(first);
    }

    @Test
    void managingNeedsThePermission() {
        put("managed", "{}");
        String member = server.token("bob", null, false, Map.of("*", Set.of(Permission.SUBSCRIBE, Permission.PUBLISH)));
        assertThat(server.send("PUT", member, "/v1/rooms/managed", "{}").status())
                .isEqualTo(403);
        assertThat(server.send("PATCH", member, "/v1/rooms/managed", "{}").status())
                .isEqualTo(403);
        assertThat(server.send("DELETE", member, "/v1/rooms/managed", "").status())
                .isEqualTo(403);
        assertThat(server.get(member, "/v1/rooms/managed").status()).isEqualTo(200);
    }

    @Test
    void aFrozenRoomIsForItsOwnersAndAdministratorsOnly() {
        put("frozen", "{\"frozen\":true}");
        assertThat(server.post(alice, "/v1/rooms/frozen/messages", "{\"data\":1}")
                        .status())
                .isEqualTo(201);
        var refused = server.post(server.token("eve"), "/v1/rooms/frozen/messages", "{\"data\":1}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json().get("reason").asString()).isEqualTo("frozen");
        assertThat(server.post(server.admin(), "/v1/rooms/frozen/messages", "{\"data\":1}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void aFullRoomSaysWhenToComeBack() {
        put("quota", "{\"inboundPerSecond\":2}");
        TestServer.Answer refused = null;
        for (int i = 0; i < 50 && (refused == null || refused.status() == 201); i++) {
            refused = server.post(
                    server.token("bob", null, false, Map.of("*", Set.of(Permission.PUBLISH))),
                    "/v1/rooms/quota/messages",
                    "{\"data\":1}");
        }
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("room-quota");
        assertThat(Long.parseLong(refused.header("Retry-After"))).isBetween(1L, 2L);
        assertThat(refused.json().get("retryAfterMs").asLong()).isBetween(1L, 2_000L);
        assertThat(refused.json().get("retryable").asBoolean()).isTrue();
        assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"room\";q=2;w=1");
        assertThat(refused.header("RateLimit")).startsWith("\"room\";r=0;t=");
    }

    @Test
    void administratorsListRoomsPageByPage() {
        for (String id : List.of("list-c", "list-a", "list-b")) {
            put(id, "{}");
        }
        String admin = server.admin();
        List<String> ids = new ArrayList<>();
        String next = "";
        do {
            var page = server.get(admin, "/v1/rooms?prefix=list-&limit=2&after=" + next)
                    .json();
            page.get("items").forEach(room -> ids.add(room.get("id").asString()));
            next = page.get("next").asString("");
        } while (!next.isEmpty());
        assertThat(ids).containsExactly("list-a", "list-b", "list-c");
        assertThat(server.get(admin, "/v1/rooms?prefix=nothing-").response().body())
                .isEqualTo("{\"items\":[],\"next\":null}");
        assertThat(server.get(alice, "/v1/rooms").status()).isEqualTo(403);
        assertThat(server.get(admin, "/v1/rooms?prefix=%2a").code()).isEqualTo("invalid-parameter");
        assertThat(server.get(admin, "/v1/rooms?limit=0").code()).isEqualTo("invalid-parameter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"receipts", "idleDestroySeconds", "keepAlive", "destroyAt", "parent", "rewind"})
    void aSettingThatIsNotEnforcedIsRefusedByName(String setting) {
        var answer = put("later", "{\"" + setting + "\":null}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("not-supported");
        assertThat(answer.json().get("detail").asString()).startsWith(setting + " ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"titel\":\"x\"}|invalid-body",
                "{\"title\":5}|invalid-body",
                "{\"title\":\"\\u0000\"}|invalid-body",
                "{\"title\":\"\\udfff\"}|invalid-body",
                "{\"kind\":\"huge\"}|invalid-body",
                "{\"retention\":5}|invalid-body",
                "{\"retention\":{\"messages\":-1}}|invalid-body",
                "{\"retention\":{\"days\":1}}|invalid-body",
                "{\"inboundPerSecond\":-1}|invalid-body",
                "{\"inboundPerSecond\":1e3}|invalid-body",
                "{\"frozen\":\"yes\"}|invalid-body",
                "{\"frozen\":true,\"frozen\":true}|invalid-body",
                "{\"presence\":\"everybody\"}|invalid-body",
                "{\"membersOnly\":1}|invalid-body",
                "{\"senderPerSecond\":-1}|invalid-body",
                "{\"slowModeSeconds\":3601}|invalid-body",
                "{\"overflow\":\"drop\"}|invalid-body",
                "{\"types\":[]}|invalid-body",
                "{\"types\":{\"gift\":\"critical\"}}|invalid-body",
                "{\"types\":{\"gift\":{\"tier\":\"top\"}}}|invalid-body",
                "{\"types\":{\"gift\":{\"ttlMs\":-1}}}|invalid-body",
                "{\"types\":{\"gift\":{\"colour\":1}}}|invalid-body",
                "{\"types\":{\"room.gift\":{}}}|invalid-body",
                "{\"types\":{\"Gift\":{}}}|invalid-id",
                "{\"types\":{\"gift\":{\"publish\":\"speaker\"}}}|not-supported",
                "{\"types\":{\"gift\":{\"unread\":false}}}|not-supported",
                "[]|invalid-body"
            })
    void aBodyThatIsNoRoomIsRefused(String body, String code) {
        assertThat(put("strict", body).code()).isEqualTo(code);
        assertThat(patch("strict", body).code()).isEqualTo(code);
    }

    @Test
    void aTitleHasAtMostTwoHundredAndFiftySixCharacters() {
        assertThat(put("title", "{\"title\":\"" + "x".repeat(256) + "\"}").status())
                .isEqualTo(201);
        assertThat(put("title", "{\"title\":\"" + "x".repeat(257) + "\"}").code())
                .isEqualTo("invalid-body");
    }
}
