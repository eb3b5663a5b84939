package dev.parley.adapters.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Types, tiers and limits as clients meet them.
class LimitsTest {

    private static final TestServer server = TestServer.dev();
    private static final String admin = server.admin();
    private static final String bob = server.token("bob", null, false, Map.of("*", Set.of(Permission.PUBLISH)));
    private static final String mona = server.token("mona", null, false, Map.of("*", Set.of(Permission.values())));

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void room(String room, String settings) {
        assertThat(server.send("PUT", admin, "/v1/rooms/" + room, "{" + settings + "}")
                        .status())
                .isEqualTo(201);
    }

    private static TestServer.Answer publish(String token, String room, String message) {
        return server.post(token, "/v1/rooms/" + room + "/messages", message);
    }

    /// A batch of messages with these members.
    private static List<String> batch(String token, String room, int count, String members) {
        String messages = IntStream.range(0, count)
                .mapToObj(i -> "{\"data\":" + i + members + "}")
                .collect(Collectors.joining(",", "{\"messages\":[", "]}"));
        var answer = server.post(token, "/v1/rooms/" + room + "/messages/batch", messages);
        List<String> codes = new ArrayList<>();
        answer.json()
                .get("results")
                .forEach(result -> codes.add(
                        result.has("problem") ? result.at("/problem/reason").asString() : "taken"));
        return codes;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "room-limited|\"inboundPerSecond\":1||room-quota|room|\"room\";q=1;w=1",
                "low-limited|\"inboundPerSecond\":2|,\"tier\":\"low\"|room-quota|room-low|\"room-low\";q=2;w=2",
                "sender-limited|\"senderPerSecond\":1||sender-quota|sender|\"sender\";q=1;w=1",
                "slow|\"slowModeSeconds\":60||slow-mode|slow-mode|\"slow-mode\";q=1;w=60"
            })
    void whoIsRefusedIsToldWhichLimitAndHowLong(
            String room, String settings, String members, String code, String reason, String policy) {
        room(room, settings);
        String message = "{\"data\":1" + (members == null ? "" : members) + "}";
        assertThat(publish(bob, room, message).status()).isEqualTo(201);

        var refused = publish(bob, room, message);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo(code);
        assertThat(refused.json().get("reason").asString()).isEqualTo(reason);
        assertThat(refused.json().get("retryable").asBoolean()).isTrue();
        assertThat(refused.header("RateLimit-Policy")).isEqualTo(policy);
        long wait = refused.json().get("retryAfterMs").asLong();
        assertThat(wait).isPositive();
        assertThat(refused.header("Retry-After")).isEqualTo(Long.toString((wait + 999) / 1_000));
        assertThat(refused.header("RateLimit")).isEqualTo("\"" + reason + "\";r=0;t=" + refused.header("Retry-After"));
    }

    @Test
    void aRetryOfWhatIsInTheLogIsNeverRefused() {
        room("retried", "\"inboundPerSecond\":1,\"senderPerSecond\":1,\"slowModeSeconds\":60");
        String message = "{\"clientMsgId\":\"m1\",\"data\":1}";
        assertThat(publish(bob, "retried", message).status()).isEqualTo(201);
        assertThat(batch(bob, "retried", 200, "")).doesNotContain("taken");

        for (int i = 0; i < 20; i++) {
            assertThat(publish(bob, "retried", message).status()).isEqualTo(200);
        }
    }

    @Test
    void criticalMessagesShareACapInARoomWithoutALimit() {
        room("gifts", "\"types\":{\"gift\":{\"tier\":\"critical\"}}");

        var results = batch(bob, "gifts", 60, ",\"type\":\"gift\"");

        assertThat(results.subList(0, 10)).containsOnly("taken");
        assertThat(results).contains("critical");
        assertThat(results.stream().filter("taken"::equals)).hasSizeLessThan(20);
        assertThat(batch(bob, "gifts", 60, "")).containsOnly("taken");
    }

    @Test
    void moderatorsAreOutsideSlowMode() {
        room("moderated", "\"slowModeSeconds\":60");

        assertThat(batch(mona, "moderated", 5, "")).containsOnly("taken");
        assertThat(batch(bob, "moderated", 3, "")).containsExactly("taken", "slow-mode", "slow-mode");
    }

    @Test
    void aTypeGivesItsMessagesTierAndTimeToLive() {
        room("typed", "\"types\":{\"gift\":{\"tier\":\"critical\",\"ttlMs\":3000},\"heart\":{\"tier\":\"low\"}}");

        var gift = publish(bob, "typed", "{\"type\":\"gift\",\"data\":1}").json();
        var heart = publish(bob, "typed", "{\"type\":\"heart\",\"data\":1}").json();
        var text = publish(bob, "typed", "{\"data\":1}").json();

        assertThat(gift.get("tier").asString()).isEqualTo("critical");
        assertThat(gift.get("expiresAt").asLong() - gift.get("ts").asLong()).isEqualTo(3_000);
        assertThat(heart.get("tier").asString()).isEqualTo("low");
        assertThat(heart.has("expiresAt")).isFalse();
        assertThat(text.get("tier").asString()).isEqualTo("high");
        assertThat(publish(bob, "typed", "{\"type\":\"gift\",\"tier\":\"low\",\"data\":1}")
                        .json()
                        .get("tier")
                        .asString())
                .isEqualTo("low");
        assertThat(publish(bob, "typed", "{\"type\":\"heart\",\"tier\":\"high\",\"data\":1}")
                        .code())
                .isEqualTo("tier-not-allowed");
    }

    @Test
    void usersOfTheAllowlistMaySendMore() {
        room("listed", "\"inboundPerSecond\":5");
        assertThat(batch(bob, "listed", 5, "").stream().filter("taken"::equals)).hasSize(1);

        var added = server.send("PUT", mona, "/v1/rooms/listed/allowlist/bob", "");
        assertThat(added.status()).isEqualTo(201);
        assertThat(added.response().body()).isEqualTo("{\"user\":\"bob\"}");
        assertThat(server.send("PUT", mona, "/v1/rooms/listed/allowlist/bob", "")
                        .status())
                .isEqualTo(200);
        assertThat(batch(bob, "listed", 5, "")).contains("taken");
    }

    @Test
    void theAllowlistIsReadPageByPageAndTakesOnlyWhatIsAUser() {
        room("paged", "");
        for (String user : List.of("cyd", "amy", "bob")) {
            server.send("PUT", mona, "/v1/rooms/paged/allowlist/" + user, "");
        }
        String list = "/v1/rooms/paged/allowlist";

        assertThat(server.get(mona, list + "?limit=2").response().body())
                .isEqualTo("{\"items\":[{\"user\":\"amy\"},{\"user\":\"bob\"}],\"next\":\"bob\"}");
        assertThat(server.get(mona, list + "?limit=2&after=bob").response().body())
                .isEqualTo("{\"items\":[{\"user\":\"cyd\"}],\"next\":null}");
        assertThat(server.send("DELETE", mona, list + "/amy", "").status()).isEqualTo(204);
        assertThat(server.send("DELETE", mona, list + "/amy", "").status()).isEqualTo(204);
        assertThat(server.get(mona, list).json().get("items")).hasSize(2);
        assertThat(server.send("PUT", mona, list + "/me", "").code()).isEqualTo("invalid-id");
        assertThat(server.send("PUT", bob, list + "/bob", "").code()).isEqualTo("forbidden");
        assertThat(server.get(bob, list).code()).isEqualTo("forbidden");
        assertThat(server.get(mona, "/v1/rooms/nowhere/allowlist").code()).isEqualTo("room-not-found");
        assertThat(server.get(mona, "/v1/rooms/paged").response().body()).doesNotContain("allowlist");
    }

    @Test
    void theNumbersTellWhatWasTakenAndRefused() {
        room("counted", "\"inboundPerSecond\":10,\"slowModeSeconds\":60");
        batch(mona, "counted", 8, "");
        batch(mona, "counted", 8, ",\"tier\":\"low\"");
        batch(bob, "counted", 3, "");

        var stats = server.get(mona, "/v1/rooms/counted/stats").json();

        long accepted = 0;
        for (String tier : List.of("critical", "high", "low")) {
            accepted += stats.at("/accepted/" + tier + "/total").asLong();
        }
        long refused = 0;
        for (String code : List.of("room-quota", "sender-quota", "slow-mode")) {
            for (String tier : List.of("critical", "high", "low")) {
                refused += stats.at("/refused/" + code + "/" + tier).asLong();
            }
        }
        assertThat(accepted + refused).isEqualTo(19);
        assertThat(accepted)
                .isEqualTo(server.get(mona, "/v1/rooms/counted/messages?limit=0")
                        .json()
                        .get("head")
                        .asLong());
        assertThat(stats.at("/refused/room-quota/low").asLong()).isPositive();
        assertThat(stats.get("connections").asInt()).isZero();
        assertThat(server.get(bob, "/v1/rooms/counted/stats").code()).isEqualTo("forbidden");
    }
}
