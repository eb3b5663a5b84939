package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class HistoryTest {

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

    private static void publish(String room, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(server.post(alice, "/v1/rooms/" + room + "/messages", "{\"data\":" + i + "}")
                            .status())
                    .isEqualTo(201);
        }
    }

    private static JsonNode page(String room, String query) {
        var answer = server.get(alice, "/v1/rooms/" + room + "/messages" + query);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    private static List<Long> seqs(JsonNode page) {
        return page.get("items")
                .valueStream()
                .map(event -> event.get("seq").asLong())
                .toList();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void thePageWithoutACursorIsTheNewestAndGoesOnForward() {
        publish("newest", 60);
        JsonNode page = page("newest", "");
        String epoch = page.get("epoch").asString();
        assertThat(seqs(page)).isEqualTo(range(11, 60));
        assertThat(page.get("first").asLong()).isEqualTo(1);
        assertThat(page.get("head").asLong()).isEqualTo(60);
        assertThat(page.get("next").asString()).isEqualTo(epoch + ":60");
        assertThat(page.get("hasMore").asBoolean()).isFalse();
        assertThat(page.get("skipped")).isEmpty();
        publish("newest", 1);
        assertThat(seqs(page("newest", "?after=" + epoch + ":60"))).containsExactly(61L);
    }

    @Test
    void pagesForwardAndBackwardMeetWithoutAHole() {
        publish("walk", 25);
        String epoch = page("walk", "?limit=0").get("epoch").asString();
        List<Long> forward = new ArrayList<>();
        String next = epoch + ":0";
        JsonNode page;
        do {
            page = page("walk", "?limit=7&after=" + next);
            forward.addAll(seqs(page));
            next = page.get("next").asString();
        } while (page.get("hasMore").asBoolean());
        assertThat(forward).isEqualTo(range(1, 25));

        List<Long> backward = new ArrayList<>();
        next = epoch + ":26";
        do {
            page = page("walk", "?limit=7&before=" + next);
            backward.addAll(0, seqs(page));
            next = page.get("next").asString();
        } while (page.get("hasMore").asBoolean());
        assertThat(backward).isEqualTo(range(1, 25));
    }

    @Test
    void limitZeroTellsThePositionOnly() {
        publish("position", 3);
        JsonNode page = page("position", "?limit=0");
        assertThat(page.get("items")).isEmpty();
        assertThat(page.get("next").asString()).isEqualTo(page.get("epoch").asString() + ":3");
    }

    @Test
    void aRareTypeIsFoundPageByPageAndNextNeverStalls() {
        String path = "/v1/rooms/rare/messages/batch";
        String common = "{\"data\":1,\"type\":\"common\"},";
        for (int i = 0; i < 12; i++) {
            server.post(alice, path, "{\"messages\":[" + common.repeat(499) + "{\"data\":2,\"type\":\"rare\"}]}");
        }
        String next = page("rare", "?limit=0").get("epoch").asString() + ":0";
        List<Long> found = new ArrayList<>();
        JsonNode page;
        do {
            page = page("rare", "?types=rare&limit=5&after=" + next);
            assertThat(page.get("next").asString()).isNotEqualTo(next);
            next = page.get("next").asString();
            found.addAll(seqs(page));
        } while (page.get("hasMore").asBoolean());
        assertThat(found)
                .isEqualTo(
                        LongStream.rangeClosed(1, 12).map(i -> i * 500).boxed().toList());
        assertThat(next).endsWith(":6000");
    }

    @Test
    void typesSelectAndExclude() {
        server.send("PUT", alice, "/v1/rooms/types", "{}");
        server.post(alice, "/v1/rooms/types/messages", "{\"data\":1,\"type\":\"gift\"}");
        server.post(alice, "/v1/rooms/types/messages", "{\"data\":1}");
        server.send("PATCH", alice, "/v1/rooms/types", "{\"title\":\"T\"}");
        assertThat(seqs(page("types", "?types=gift,text"))).containsExactly(1L, 2L);
        assertThat(seqs(page("types", "?types=!room.*"))).containsExactly(1L, 2L);
        assertThat(seqs(page("types", "?types=!gift"))).containsExactly(2L, 3L);
        assertThat(seqs(page("types", "?types=room.*"))).containsExactly(3L);
        assertThat(page("types", "?types=room.*").at("/items/0/data").toString())
                .isEqualTo("{\"title\":\"T\"}");
    }

    @Test
    void orderByTierSortsInsideThePageOnly() {
        for (String tier : List.of("low", "critical", "high", "low", "critical")) {
            server.post(alice, "/v1/rooms/order/messages", "{\"data\":1,\"tier\":\"" + tier + "\"}");
        }
        assertThat(seqs(page("order", "?order=tier"))).containsExactly(2L, 5L, 3L, 1L, 4L);
        assertThat(seqs(page("order", "?order=seq"))).isEqualTo(range(1, 5));
        JsonNode page = page("order", "?order=tier&limit=3");
        assertThat(seqs(page)).containsExactly(5L, 3L, 4L);
        assertThat(page.get("next").asString()).endsWith(":5");
    }

    @Test
    void expiredMessagesAreCountedAsSkippedAndNeverStallTheWalk() {
        String path = "/v1/rooms/ttl/messages";
        publish("ttl", 1);
        for (int i = 0; i < 3; i++) {
            server.post(alice, path, "{\"data\":1,\"ttlMs\":1}");
        }
        publish("ttl", 1);
        org.awaitility.Awaitility.await()
                .until(() -> page("ttl", "").get("skipped").size() == 1);
        org.awaitility.Awaitility.await()
                .until(() -> page("ttl", "").at("/skipped/0/count").asInt() == 3);
        assertThat(page("ttl", "").at("/skipped/0").toString())
                .isEqualTo("{\"from\":2,\"to\":4,\"count\":3,\"reason\":\"expired\"}");
        assertThat(seqs(page("ttl", ""))).containsExactly(1L, 5L);
        assertThat(server.get(alice, path + "/2").code()).isEqualTo("message-expired");
        assertThat(server.get(alice, path + "/2").status()).isEqualTo(410);
        String epoch = page("ttl", "?limit=0").get("epoch").asString();
        assertThat(seqs(page("ttl", "?limit=1&after=" + epoch + ":1"))).containsExactly(5L);
    }

    @Test
    void cursorsAtTheEdgesGetTheirAnswers() {
        server.send("PUT", alice, "/v1/rooms/edges", "{}");
        publish("edges", 5);
        server.send("PUT", alice, "/v1/rooms/other", "{}");
        String epoch = page("edges", "?limit=0").get("epoch").asString();
        String other = page("other", "?limit=0").get("epoch").asString();
        assertThat(seqs(page("edges", "?after=" + epoch + ":5"))).isEmpty();
        assertThat(seqs(page("edges", "?before=" + epoch + ":1"))).isEmpty();
        assertThat(seqs(page("edges", "?before=" + epoch + ":6"))).isEqualTo(range(1, 5));

        var ahead = server.get(alice, "/v1/rooms/edges/messages?after=" + epoch + ":6");
        assertThat(ahead.status()).isEqualTo(409);
        assertThat(ahead.code()).isEqualTo("cursor-ahead");
        var changed = server.get(alice, "/v1/rooms/edges/messages?after=" + other + ":1");
        assertThat(changed.status()).isEqualTo(409);
        assertThat(changed.code()).isEqualTo("epoch-changed");
        assertThat(changed.json().get("epoch").asString()).isEqualTo(epoch);
        assertThat(changed.json().get("head").asLong()).isEqualTo(5);
    }

    @Test
    void aCursorOlderThanWhatIsKeptIsGoneAndSaysWhereToGoOn() {
        server.send("PUT", alice, "/v1/rooms/trimmed", "{\"retention\":{\"messages\":3}}");
        publish("trimmed", 10);
        var log = server.bean(dev.parley.log.spi.RoomLog.class);
        while (log.trim(new dev.parley.kernel.RoomId("trimmed"), 100) > 0) {}
        JsonNode page = page("trimmed", "");
        String epoch = page.get("epoch").asString();
        long first = page.get("first").asLong();
        assertThat(first).isGreaterThan(1);
        var gone = server.get(alice, "/v1/rooms/trimmed/messages?after=" + epoch + ":0");
        assertThat(gone.status()).isEqualTo(410);
        assertThat(gone.code()).isEqualTo("cursor-expired");
        assertThat(gone.json().get("first").asLong()).isEqualTo(first);
        assertThat(gone.json().get("head").asLong()).isEqualTo(10);
        assertThat(gone.json().get("epoch").asString()).isEqualTo(epoch);
        assertThat(seqs(page("trimmed", "?after=" + epoch + ":" + (first - 1)))).isEqualTo(range(first, 10));
    }

    @Test
    void oneMessageIsReadByItsSeq() {
        publish("one", 2);
        var answer = server.get(alice, "/v1/rooms/one/messages/2");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("data").asInt()).isEqualTo(1);
        assertThat(server.get(alice, "/v1/rooms/one/messages/3").code()).isEqualTo("message-not-found");
        for (String seq : List.of("0", "-1", "x", "1e3", "999999999999999999999")) {
            assertThat(server.get(alice, "/v1/rooms/one/messages/" + seq).code())
                    .isEqualTo("invalid-id");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "after=x,bad-cursor",
        "after=1:2,bad-cursor",
        "before=%00,bad-cursor",
        "after=abcdefgh1:-1,bad-cursor",
        "after=a&before=b,invalid-parameter",
        "after=a&after=a,invalid-parameter",
        "limit=501,invalid-parameter",
        "limit=-1,invalid-parameter",
        "limit=1x,invalid-parameter",
        "limit=99999999999,invalid-parameter",
        "types=A,invalid-parameter",
        "types=!,invalid-parameter",
        "types=a*b,invalid-parameter",
        "order=time,invalid-parameter",
        "limt=5,invalid-parameter",
        "waitMs=25001,invalid-parameter",
        "waitMs=-1,invalid-parameter",
        "ref=0,invalid-parameter"
    })
    void aQueryThatIsNoneIsRefusedWithItsCode(String query, String code) {
        publish("query", 1);
        var answer = server.get(alice, "/v1/rooms/query/messages?" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void aBlankCursorIsAsGoodAsNone() {
        publish("blank", 2);
        assertThat(seqs(page("blank", "?after=&before=%20&types="))).containsExactly(1L, 2L);
    }

    @Test
    void whoMayNotReadIsToldTheSameForARoomThatIsThereAndOneThatIsNot() {
        publish("secret", 1);
        String stranger = server.token("eve", null, false, Map.of("public", Set.of(Permission.SUBSCRIBE)));
        for (String path : List.of("/v1/rooms/%s", "/v1/rooms/%s/messages", "/v1/rooms/%s/messages/1")) {
            var there = server.get(stranger, path.formatted("secret"));
            var not = server.get(stranger, path.formatted("nowhere"));
            assertThat(there.status()).isEqualTo(403);
            assertThat(there.code()).isEqualTo("forbidden");
            assertThat(alike(there)).isEqualTo(alike(not));
        }
        var there = server.post(stranger, "/v1/rooms/secret/messages", "{\"data\":1}");
        var not = server.post(stranger, "/v1/rooms/nowhere/messages", "{\"data\":1}");
        assertThat(there.status()).isEqualTo(403);
        assertThat(alike(there)).isEqualTo(alike(not));
        assertThat(server.get(stranger, "/v1/rooms/public").code()).isEqualTo("room-not-found");
    }

    /// Everything but what differs from request to request anyway.
    private static String alike(TestServer.Answer answer) {
        String trace = answer.json().get("traceId").asString();
        String instance = answer.json().get("instance").asString();
        return answer.response().headers().map().keySet()
                + answer.response().body().replace(trace, "").replace(instance, "");
    }
}
