package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.web.StreamServer;
import dev.parley.delivery.LongPolls;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/// Readers who wait for the next event with a plain request.
@Timeout(120)
class LongPollTest {

    /// Whoever is answered before it was answered by an event.
    private static final int LONG = 25_000;

    /// Of this server.
    private static final int AT_A_TIME = 100;

    private static StreamServer server;
    private static Rest rest;
    private static String alice;

    @BeforeAll
    static void start() {
        server = StreamServer.start();
        rest = new Rest(server.port());
        alice = server.token("alice");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static CompletableFuture<HttpResponse<String>> poll(String room, long after, String query) {
        return rest.get(
                alice, "/v1/rooms/" + room + "/messages?after=" + server.epoch(room) + ":" + after + "&" + query);
    }

    private static void awaitWaiting(int count) {
        var polls = server.bean(LongPolls.class);
        await().untilAsserted(() -> assertThat(polls.waiting()).isEqualTo(count));
    }

    private static JsonNode answer(CompletableFuture<HttpResponse<String>> poll) throws Exception {
        HttpResponse<String> response = poll.get(10, TimeUnit.SECONDS);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Rest.json(response);
    }

    private static List<Long> seqs(JsonNode page) {
        var seqs = new ArrayList<Long>();
        page.get("items").forEach(item -> seqs.add(item.get("seq").asLong()));
        return seqs;
    }

    @Test
    void theNextEventIsTheAnswerAtOnce() throws Exception {
        server.room("poll", "");
        server.fill("poll", 3);
        var poll = poll("poll", 3, "waitMs=" + LONG);
        awaitWaiting(1);
        JsonNode published = server.publish("poll", "{\"data\":{\"a\":1.0}}");

        JsonNode page = answer(poll);
        assertThat(page.at("/items/0").toString()).isEqualTo(published.toString());
        assertThat(page.get("items").size()).isEqualTo(1);
        assertThat(page.get("next").asString()).isEqualTo(server.epoch("poll") + ":4");
        assertThat(page.get("head").asLong()).isEqualTo(4);
        assertThat(page.get("hasMore").asBoolean()).isFalse();
        awaitWaiting(0);
    }

    @Test
    void whatIsThereAlreadyIsNotWaitedFor() throws Exception {
        server.room("there", "");
        server.fill("there", 3);

        assertThat(seqs(answer(poll("there", 1, "waitMs=" + LONG)))).containsExactly(2L, 3L);
    }

    @Test
    void atTheDeadlineThePageIsEmpty() throws Exception {
        server.room("silent", "");
        server.fill("silent", 2);
        long begin = System.nanoTime();

        JsonNode page = answer(poll("silent", 2, "waitMs=700"));

        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isBetween(Duration.ofMillis(700), Duration.ofSeconds(5));
        assertThat(page.get("items")).isEmpty();
        assertThat(page.get("next").asString()).isEqualTo(server.epoch("silent") + ":2");
    }

    @Test
    void onlyWhatTheFilterLetsThroughEndsTheWait() throws Exception {
        server.room("filtered", "");
        var poll = poll("filtered", 0, "types=note&waitMs=" + LONG);
        awaitWaiting(1);
        server.publish("filtered", "{\"data\":1}");
        server.publish("filtered", "{\"data\":2}");
        assertThat(poll).isNotDone();
        server.publish("filtered", "{\"type\":\"note\",\"data\":3}");

        JsonNode page = answer(poll);
        assertThat(seqs(page)).containsExactly(3L);
        assertThat(page.get("next").asString()).endsWith(":3");
    }

    @Test
    void whatTheFilterLeftOutIsBehindTheNextCursor() throws Exception {
        server.room("passed", "");
        var poll = poll("passed", 0, "types=note&waitMs=1500");
        awaitWaiting(1);
        server.fill("passed", 4);

        JsonNode page = answer(poll);
        assertThat(page.get("items")).isEmpty();
        assertThat(page.get("next").asString()).endsWith(":4");
    }

    @Test
    void aRoomThatEndsMeanwhileIsNotWaitedFor() throws Exception {
        server.room("ending", "");
        String token = rest.token("bob", Duration.ofHours(1)).text();
        String path = "/v1/rooms/ending/messages?after=" + server.epoch("ending");
        var poll = rest.get(token, path + ":0&types=note&waitMs=" + LONG);
        awaitWaiting(1);
        server.destroy("ending");

        poll.get(10, TimeUnit.SECONDS);
        await().untilAsserted(() -> {
            HttpResponse<String> next =
                    rest.get(token, path + ":0&types=note&waitMs=" + LONG).get(10, TimeUnit.SECONDS);
            assertThat(next.statusCode()).isEqualTo(404);
            assertThat(Rest.json(next).get("code").asString()).isEqualTo("room-not-found");
        });
    }

    @Test
    void oneMoreThanMayWaitIsToldToComeAgain() throws Exception {
        server.room("crowded", "");
        List<CompletableFuture<HttpResponse<String>>> polls = new ArrayList<>();
        for (int i = 0; i < AT_A_TIME; i++) {
            polls.add(poll("crowded", 0, "waitMs=" + LONG));
        }
        awaitWaiting(AT_A_TIME);

        HttpResponse<String> refused = poll("crowded", 0, "waitMs=" + LONG).get(10, TimeUnit.SECONDS);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(Rest.json(refused).get("code").asString()).isEqualTo("overloaded");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        server.publish("crowded", "{\"data\":1}");
        for (CompletableFuture<HttpResponse<String>> poll : polls) {
            assertThat(seqs(answer(poll))).containsExactly(1L);
        }
    }
}
