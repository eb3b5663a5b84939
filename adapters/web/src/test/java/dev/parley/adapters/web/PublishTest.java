package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Permission;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublishTest {

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

    @Test
    void aMessageIsAnsweredWithItsEventAndItsPlace() {
        String token = server.token("alice", "Alice \u202Eгх", false, Map.of("ev*", Set.of(Permission.PUBLISH)));
        server.post(token, "/v1/rooms/event/messages", "{\"data\":1}");
        var answer = server.post(token, "/v1/rooms/event/messages", """
                {"clientMsgId": "a1", "type": "gift", "ref": 1, "ttlMs": 60000, "tier": "low", "data": { "n" : 1.50e+2 } }""");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Location")).isEqualTo("/v1/rooms/event/messages/2");
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        var event = answer.json();
        long ts = event.get("ts").asLong();
        assertThat(answer.response().body())
                .isEqualTo(
                        "{\"room\":\"event\",\"epoch\":\"%s\",\"seq\":2,\"type\":\"gift\",\"tier\":\"low\",\"sender\":\"alice\","
                                        .formatted(event.get("epoch").asString())
                                + "\"senderName\":\"Alice \u202Eгх\",\"clientMsgId\":\"a1\",\"ts\":%d,\"ref\":1,\"expiresAt\":%d,\"data\":{\"n\":1.50e+2}}"
                                        .formatted(ts, ts + 60_000));
    }

    @Test
    void dataIsAnyJsonValueAndTheOnlyRequiredMember() {
        for (String data : List.of("null", "1", "-0.0", "\"x\"", "[]", "{}", "false")) {
            var answer = server.post(alice, "/v1/rooms/any/messages", "{\"data\":" + data + "}");
            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.response().body())
                    .endsWith("\"data\":" + data + "}")
                    .doesNotContain("clientMsgId");
            assertThat(answer.json().get("type").asString()).isEqualTo("text");
            assertThat(answer.json().get("tier").asString()).isEqualTo("high");
        }
    }

    @Test
    void aRepeatGetsTheFirstAnswerAndSaysSo() {
        String body = "{\"data\":{\"a\":1},\"clientMsgId\":\"r1\"}";
        var first = server.post(alice, "/v1/rooms/repeat/messages", body);
        var second =
                server.post(alice, "/v1/rooms/repeat/messages", "{ \"clientMsgId\":\"r1\", \"data\" : {\"a\" : 1} }");
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.header("Location")).isNull();
        assertThat(second.response().body())
                .isEqualTo(first.response().body().replaceFirst("}$", ",\"duplicate\":true}"));
    }

    @Test
    void theSameIdForOtherContentIsAConflictThatNamesTheFirst() {
        server.post(alice, "/v1/rooms/reuse/messages", "{\"data\":0}");
        server.post(alice, "/v1/rooms/reuse/messages", "{\"data\":1,\"clientMsgId\":\"k1\"}");
        var other = server.post(alice, "/v1/rooms/reuse/messages", "{\"data\":2,\"clientMsgId\":\"k1\"}");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("idempotency-mismatch");
        assertThat(other.json().get("seq").asLong()).isEqualTo(2);
        var bob = server.post(server.token("bob"), "/v1/rooms/reuse/messages", "{\"data\":2,\"clientMsgId\":\"k1\"}");
        assertThat(bob.json().get("seq").asLong()).isEqualTo(3);
        assertThat(server.post(alice, "/v1/rooms/reuse2/messages", "{\"data\":2,\"clientMsgId\":\"k1\"}")
                        .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"key-1", "\"key-1\"", " \"key-1\" "})
    void theIdempotencyKeyHeaderCarriesTheIdWithOrWithoutQuotes(String header) {
        String room = "/v1/rooms/idem" + header.length() + "/messages";
        var answer = server.post(alice, room, "{\"data\":1}", "Idempotency-Key", header);
        assertThat(answer.json().get("clientMsgId").asString()).isEqualTo("key-1");
        assertThat(server.post(alice, room, "{\"data\":1,\"clientMsgId\":\"key-1\"}")
                        .status())
                .isEqualTo(200);
        assertThat(server.post(alice, room, "{\"data\":1,\"clientMsgId\":\"key-1\"}", "Idempotency-Key", header)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aKeyIsKeptAndBelongsToTheContent() {
        String body = "{\"data\":1,\"clientMsgId\":\"v1\",\"key\":\"sala d’attesa 4\"}";
        assertThat(server.post(alice, "/v1/rooms/keys/messages", body)
                        .json()
                        .get("key")
                        .asString())
                .isEqualTo("sala d’attesa 4");
        assertThat(server.post(alice, "/v1/rooms/keys/messages", body).status()).isEqualTo(200);
        assertThat(server.post(alice, "/v1/rooms/keys/messages", "{\"data\":1,\"clientMsgId\":\"v1\"}")
                        .code())
                .isEqualTo("idempotency-mismatch");
        var unkeyed = server.post(alice, "/v1/rooms/keys/messages", "{\"data\":1,\"key\":null}");
        assertThat(unkeyed.json().has("key")).isFalse();
        assertThat(server.get(alice, "/v1/rooms/keys/messages")
                        .json()
                        .at("/items/0/key")
                        .asString())
                .isEqualTo("sala d’attesa 4");
        String tooLong = "{\"data\":1,\"key\":\"" + "k".repeat(129) + "\"}";
        assertThat(server.post(alice, "/v1/rooms/keys/messages", tooLong).code())
                .isEqualTo("invalid-id");
    }

    @Test
    void headerAndBodyWithDifferentIdsAreRefused() {
        var answer = server.post(
                alice, "/v1/rooms/idem/messages", "{\"data\":1,\"clientMsgId\":\"a\"}", "Idempotency-Key", "b");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid-parameter");
    }

    @Test
    void anIdTheServerMadeCanBeSentAgainAndStaysHidden() {
        String body = "{\"data\":1,\"clientMsgId\":\"~abc\"}";
        var first = server.post(alice, "/v1/rooms/tilde/messages", body);
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.json().has("clientMsgId")).isFalse();
        assertThat(server.post(alice, "/v1/rooms/tilde/messages", body).status())
                .isEqualTo(200);
    }

    @Test
    void fiftyAtOnceWithOneIdAreOneEvent() throws Exception {
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<TestServer.Answer> publish =
                    () -> server.post(alice, "/v1/rooms/fifty/messages", "{\"data\":\"same\",\"clientMsgId\":\"one\"}");
            var answers = pool.invokeAll(java.util.Collections.nCopies(50, publish)).stream()
                    .map(done -> done.resultNow())
                    .toList();
            assertThat(answers)
                    .allSatisfy(answer ->
                            assertThat(answer.json().get("seq").asLong()).isEqualTo(1));
            assertThat(answers.stream().filter(answer -> answer.status() == 201))
                    .hasSize(1);
            assertThat(answers.stream().filter(answer -> answer.status() == 200))
                    .hasSize(49);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|invalid-body",
                "[]|invalid-body",
                "|invalid-body",
                "{\"data\":1|invalid-body",
                "{\"data\":1}{}|invalid-body",
                "{\"data\":1}x|invalid-body",
                "{\"data\":01}|invalid-body",
                "{\"data\":NaN}|invalid-body",
                "{'data':1}|invalid-body",
                "{\"data\":1,}|invalid-body",
                "{\"data\":1,\"data\":2}|invalid-body",
                "{\"data\":1,\"\\u0064ata\":2}|invalid-body",
                "{\"data\":1,\"dta\":2}|invalid-body",
                "{\"data\":\"\\u0000\"}|invalid-body",
                "{\"data\":{\"\\u0000\":1}}|invalid-body",
                "{\"data\":\"\\ud800\"}|invalid-body",
                "{\"data\":\"\\ud800x\"}|invalid-body",
                "{\"data\":\"\\ud800\\u0041\"}|invalid-body",
                "{\"data\":\"\\ud800\\n\"}|invalid-body",
                "{\"data\":\"\\udc00\\ud800\"}|invalid-body",
                "{\"data\":1,\"clientMsgId\":\"a\\u0000\"}|invalid-body",
                "{\"data\":1,\"clientMsgId\":\"\\ud800\"}|invalid-body",
                "{\"data\":1,\"clientMsgId\":\"\"}|invalid-id",
                "{\"data\":1,\"clientMsgId\":\"a b\"}|invalid-id",
                "{\"data\":1,\"clientMsgId\":\"é\"}|invalid-id",
                "{\"data\":1,\"clientMsgId\":5}|invalid-body",
                "{\"data\":1,\"type\":\"Text\"}|invalid-id",
                "{\"data\":1,\"type\":\"room.updated\"}|invalid-id",
                "{\"data\":1,\"type\":\"room.\"}|invalid-id",
                "{\"data\":1,\"ttlMs\":-1}|invalid-body",
                "{\"data\":1,\"ttlMs\":1.5}|invalid-body",
                "{\"data\":1,\"ttlMs\":99999999999999999999}|invalid-body",
                "{\"data\":1,\"ref\":0}|invalid-body",
                "{\"data\":1,\"ref\":\"1\"}|invalid-body",
                "{\"data\":1,\"tier\":\"urgent\"}|invalid-body",
                "{\"data\":1,\"mentions\":[\"bob\"]}|not-supported",
                "{\"data\":1,\"key\":\"\"}|invalid-id",
                "{\"data\":1,\"key\":\"\\u0000\"}|invalid-body",
                "{\"data\":1,\"key\":5}|invalid-body",
            })
    void aBodyThatIsNoMessageIsRefusedWithItsCode(String body, String code) {
        var answer = server.post(alice, "/v1/rooms/strict/messages", body == null ? "" : body);
        assertThat(answer.code()).as(answer.response().body()).isEqualTo(code);
        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void onlyWellFormedUtf8IsRead() {
        List<byte[]> bad = List.of(
                new byte[] {(byte) 0xC0, (byte) 0x80},
                new byte[] {(byte) 0xC1, (byte) 0xA1},
                new byte[] {(byte) 0xE0, (byte) 0x80, (byte) 0x80},
                new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
                new byte[] {(byte) 0xF8, (byte) 0x88, (byte) 0x80, (byte) 0x80, (byte) 0x80},
                new byte[] {(byte) 0xFF},
                new byte[] {(byte) 0xE2, (byte) 0x82});
        for (byte[] bytes : bad) {
            var body = new java.io.ByteArrayOutputStream();
            body.writeBytes("{\"data\":\"".getBytes(StandardCharsets.UTF_8));
            body.writeBytes(bytes);
            body.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
            var answer = server.send("POST", alice, "/v1/rooms/utf8/messages", body.toByteArray());
            assertThat(answer.code()).isEqualTo("invalid-body");
        }
        for (var other : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_32)) {
            var answer = server.send("POST", alice, "/v1/rooms/utf8/messages", "{\"data\":1}".getBytes(other));
            assertThat(answer.code()).isEqualTo("invalid-body");
        }
        assertThat(server.post(alice, "/v1/rooms/utf8/messages", "\uFEFF{\"data\":1}")
                        .code())
                .isEqualTo("invalid-body");
        assertThat(server.post(alice, "/v1/rooms/utf8/messages", "{\"data\":\"\uD83D\uDE00 \\ud83d\\ude00\"}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void dataIsMeasuredWithoutItsWhiteSpace() {
        String fits = "\"" + "x".repeat((16 << 10) - 4) + "\"";
        assertThat(server.post(alice, "/v1/rooms/size/messages", "{\"data\":[   " + fits + "   ]}")
                        .status())
                .isEqualTo(201);
        var tooLarge = server.post(alice, "/v1/rooms/size/messages", "{\"data\":[" + fits + ",1]}");
        assertThat(tooLarge.status()).isEqualTo(413);
        assertThat(tooLarge.code()).isEqualTo("payload-too-large");
    }

    @Test
    void dataHasAtMostThirtyTwoLevels() {
        assertThat(server.post(alice, "/v1/rooms/deep/messages", nested(32)).status())
                .isEqualTo(201);
        assertThat(server.post(alice, "/v1/rooms/deep/messages", nested(33)).code())
                .isEqualTo("invalid-body");
        assertThat(server.post(alice, "/v1/rooms/deep/messages", nested(20_000)).code())
                .isEqualTo("invalid-body");
        assertThat(server.post(alice, "/v1/rooms/deep/messages", nested(100_000))
                        .code())
                .isEqualTo("payload-too-large");
    }

    @Test
    void aMessageThatIsTooMuchToReadIsItsOwnProblem() {
        var answer = server.post(
                alice,
                "/v1/rooms/too-much/messages/batch",
                "{ \"messages\" : [ {\"data\":1}," + String.join(", ", TOO_MUCH) + ",{\"data\":\"]},\\\"\"} ] }");

        assertThat(answer.status()).isEqualTo(200);
        var results = answer.json().get("results");
        assertThat(results).hasSize(TOO_MUCH.size() + 2);
        assertThat(results.get(0).at("/event/seq").asLong()).isEqualTo(1);
        assertThat(results.get(TOO_MUCH.size() + 1).at("/event/seq").asLong()).isEqualTo(2);
        assertThat(results.get(TOO_MUCH.size() + 1).at("/event/data").asString())
                .isEqualTo("]},\"");
        for (int i = 1; i <= TOO_MUCH.size(); i++) {
            assertThat(results.get(i).get("status").asInt()).isEqualTo(400);
            assertThat(results.get(i).at("/problem/code").asString()).isEqualTo("invalid-body");
            assertThat(results.get(i).at("/problem/traceId").asString()).hasSize(32);
        }
    }

    private static final List<String> TOO_MUCH = List.of(
            nested(100_000),
            "{\"data\":" + "{\"a\":[".repeat(20_000) + "\"]}\\\"\"" + "]}".repeat(20_000) + "}",
            "[".repeat(5_000) + "]".repeat(5_000),
            "{\"data\":" + "1".repeat(2_000) + "}",
            "{\"ref\":" + "1".repeat(2_000) + ",\"data\":1}",
            "{\"" + "n".repeat(17_000) + "\":1}");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"messages\":[{\"data\":1},{\"data\":}]}",
                "{\"messages\":[{\"data\":1} {\"data\":1}]}",
                "{\"messages\":[{\"data\":1},]}",
                "{\"messages\":[,{\"data\":1}]}",
                "{\"messages\":[{\"data\":1}],\"more\":1}",
                "{\"messages\":[{\"data\":1}],\"messages\":[]}",
                "{\"messages\":[{\"data\":1}]}}",
                "{\"messages\":[{\"data\":1}]",
                "{\"messages\":[{\"data\":1}}",
                "{\"messages\":[{\"data\":1",
                "{\"messages\":[{\"data\":\"\\",
                "{\"messages\":[{\"data\":[1}]}]}",
                "{\"messages\":[{\"data\":1},1 2]}",
                "{\"messages\":[{\"data\":1},nul]}",
                "{\"messages\":{}}",
                "{\"more\":1,\"messages\":[{\"data\":1}]}",
                "[{\"data\":1}]"
            })
    void aBatchThatIsNoJsonIsRefusedWhole(String body) {
        var answer = server.post(alice, "/v1/rooms/no-json/messages/batch", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid-body");
        assertThat(server.get(alice, "/v1/rooms/no-json").status()).isEqualTo(404);
    }

    private static String nested(int levels) {
        return "{\"data\":" + "[".repeat(levels) + "]".repeat(levels) + "}";
    }

    @Test
    void aTierMayBeLoweredByAnybodyAndRaisedByModerators() {
        String plain = server.token("carol", null, false, Map.of("tiers", Set.of(Permission.PUBLISH)));
        String path = "/v1/rooms/tiers/messages";
        assertThat(server.post(plain, path, "{\"data\":1,\"tier\":\"low\"}").status())
                .isEqualTo(201);
        var raised = server.post(plain, path, "{\"data\":1,\"tier\":\"critical\"}");
        assertThat(raised.status()).isEqualTo(403);
        assertThat(raised.code()).isEqualTo("tier-not-allowed");
        assertThat(server.post(alice, path, "{\"data\":1,\"tier\":\"critical\"}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void eachMessageOfABatchCountsOnItsOwn() {
        server.post(alice, "/v1/rooms/batch/messages", "{\"data\":0,\"clientMsgId\":\"old\"}");
        var answer = server.post(alice, "/v1/rooms/batch/messages/batch", """
                {"messages": [{"data": 1}, {"data": "\\u0000"}, {"data": 0, "clientMsgId": "old"},
                 {"data": 9, "clientMsgId": "old"}, 7, {"type": "X", "data": {"deep": [1]}}, {"data": {"z": [ ]}}]}""");
        assertThat(answer.status()).isEqualTo(200);
        var results = answer.json().get("results");
        assertThat(IntStream.range(0, results.size())
                        .map(i -> results.get(i).get("status").asInt()))
                .containsExactly(201, 400, 200, 409, 400, 400, 201);
        assertThat(results.get(0).at("/event/seq").asLong()).isEqualTo(2);
        assertThat(results.get(1).at("/problem/code").asString()).isEqualTo("invalid-body");
        assertThat(results.get(2).at("/event/duplicate").asBoolean()).isTrue();
        assertThat(results.get(3).at("/problem/seq").asLong()).isEqualTo(1);
        assertThat(results.get(5).at("/problem/code").asString()).isEqualTo("invalid-id");
        assertThat(results.get(6).at("/event/seq").asLong()).isEqualTo(3);
        assertThat(results.get(6).at("/event/data").toString()).isEqualTo("{\"z\":[]}");
    }

    @Test
    void aBatchHasAtMostFiveHundredMessagesAndOneMebibyte() {
        String path = "/v1/rooms/large/messages/batch";
        String message = "{\"data\":1}";
        assertThat(server.post(alice, path, "{\"messages\":[" + (message + ",").repeat(499) + message + "]}")
                        .json()
                        .get("results"))
                .hasSize(500);
        assertThat(server.post(alice, path, "{\"messages\":[" + (message + ",").repeat(500) + message + "]}")
                        .code())
                .isEqualTo("invalid-body");
        assertThat(server.post(alice, path, " ".repeat((1 << 20) + 1)).code()).isEqualTo("payload-too-large");
        assertThat(server.post(alice, path, "{}").code()).isEqualTo("invalid-body");
        assertThat(server.post(alice, path, "{\"messages\":[]}").json().get("results"))
                .isEmpty();
        assertThat(server.post(alice, path, "{\"messages\":[{\"data\":1}]}", "Idempotency-Key", "x")
                        .code())
                .isEqualTo("not-supported");
    }

    @Test
    void oneBadMessageAmongTwoHundredHarmsNobodyAndBurnsNoSeq() throws Exception {
        List<String> bad = List.of(
                "{\"data\":\"hi\\u0000there\"}",
                "{\"data\":\"\\ud83d\"}",
                "{\"data\":1,\"clientMsgId\":\"x\\u0000\"}",
                "{\"data\":1,\"type\":\"\\u0000\"}");
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String poison : bad) {
                String room = "/v1/rooms/poison" + bad.indexOf(poison) + "/messages";
                List<Callable<TestServer.Answer>> all = IntStream.range(0, 200)
                        .<Callable<TestServer.Answer>>mapToObj(
                                i -> () -> server.post(alice, room, i == 77 ? poison : "{\"data\":" + i + "}"))
                        .toList();
                var answers = pool.invokeAll(all).stream()
                        .map(done -> done.resultNow())
                        .toList();
                assertThat(answers.stream().filter(answer -> answer.status() == 400))
                        .hasSize(1);
                assertThat(answers.stream()
                                .filter(answer -> answer.status() == 201)
                                .map(answer -> answer.json().get("seq").asLong()))
                        .containsExactlyInAnyOrderElementsOf(java.util.stream.LongStream.rangeClosed(1, 199)
                                .boxed()
                                .toList());
            }
        }
    }
}
