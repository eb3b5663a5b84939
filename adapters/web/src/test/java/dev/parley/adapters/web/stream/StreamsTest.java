package dev.parley.adapters.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.web.StreamServer;
import dev.parley.contract.RawStream;
import dev.parley.contract.SseParser.Message;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What comes over the wire, on plain sockets.
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(120)
class StreamsTest {

    @Parameter
    private Way way;

    private static StreamServer server;
    private static String alice;

    @BeforeParameterizedClassInvocation
    static void start(Way way) {
        server = way.start("test.heartbeat=1000");
        alice = server.token("alice");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    private static Reader open(String target, String... headers) {
        return Reader.open(server.port(), alice, target, headers);
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void theHeadIsAnEventStreamThatNobodyKeepsPacksOrGathers() {
        server.room("head", "");
        try (Reader reader = open("/v1/rooms/head/events", "Accept-Encoding: gzip, br, zstd")) {
            assertThat(reader.raw().statusLine()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(reader.raw().headers())
                    .containsEntry("content-type", "text/event-stream")
                    .containsEntry("cache-control", "no-cache, no-transform")
                    .containsEntry("x-accel-buffering", "no")
                    .containsEntry("connection", "close")
                    .doesNotContainKey("content-encoding");
        }
    }

    @Test
    void aFreshReaderStartsAtTheHeadAndHearsWhatComes() {
        server.room("fresh", "");
        server.fill("fresh", 3);
        String epoch = server.epoch("fresh");
        try (Reader reader = open("/v1/rooms/fresh/events")) {
            Message hello = reader.any();
            assertThat(hello.event()).isEqualTo("hello");
            assertThat(hello.id()).isEqualTo(epoch + ":3");
            JsonNode said = Reader.json(hello);
            assertThat(said.get("user").asString()).isEqualTo("alice");
            assertThat(said.get("heartbeatMs").asLong()).isEqualTo(1_000);
            assertThat(said.get("session").asString()).matches("[A-Za-z0-9_-]{8,64}");
            assertThat(said.at("/rooms/fresh").toString())
                    .isEqualTo("{\"epoch\":\"" + epoch + "\",\"head\":3,\"resume\":\"fresh\"}");
            Message caughtUp = reader.any();
            assertThat(caughtUp.event()).isEqualTo("caught-up");
            assertThat(caughtUp.data())
                    .isEqualTo("{\"room\":\"fresh\",\"epoch\":\"" + epoch + "\",\"seq\":3,\"replayed\":0}");
            JsonNode published = server.publish("fresh", "{\"data\":{\"a\":[1.0,\"é\"]},\"clientMsgId\":\"x\"}");
            Message message = reader.next("message");
            assertThat(message.id()).isEqualTo(epoch + ":4");
            assertThat(message.data()).isEqualTo(published.toString());
        }
    }

    @Test
    void whoWasDroppedBeforeTheFirstEventMissesNothing() {
        server.room("quiet", "");
        String cursor;
        try (Reader reader = open("/v1/rooms/quiet/events")) {
            reader.hello();
            cursor = reader.cursor();
        }
        assertThat(cursor).isEqualTo(server.epoch("quiet") + ":0");
        server.fill("quiet", 2);
        try (Reader reader = open("/v1/rooms/quiet/events", "Last-Event-ID: " + cursor)) {
            Message hello = reader.any();
            assertThat(hello.id()).isEqualTo(cursor);
            assertThat(Reader.json(hello).at("/rooms/quiet/resume").asString()).isEqualTo("resumed");
            assertThat(reader.seqs(2)).containsExactly(1L, 2L);
            assertThat(Reader.json(reader.any()).get("replayed").asInt()).isEqualTo(2);
        }
    }

    @Test
    void aLongReplayIsWholeAndInOrder() {
        server.room("long", "");
        server.fill("long", 3_000);
        try (Reader reader = open("/v1/rooms/long/events?after=" + server.epoch("long") + ":17")) {
            reader.hello();
            assertThat(reader.seqs(2_983)).isEqualTo(range(18, 3_000));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 20})
    void rewindBeginsWithTheNewest(int count) {
        String room = "rewind-" + count;
        server.room(room, "");
        server.fill(room, 10);
        int first = Math.max(1, 11 - count);
        try (Reader reader = open("/v1/rooms/" + room + "/events?rewind=" + count)) {
            Message hello = reader.any();
            assertThat(hello.id()).isEqualTo(server.epoch(room) + ":" + (first - 1));
            assertThat(Reader.json(hello).at("/rooms/" + room + "/resume").asString())
                    .isEqualTo("fresh");
            assertThat(reader.seqs(11 - first)).isEqualTo(range(first, 10));
        }
    }

    @Test
    void aLiveRoomBeginsWithItsNewestFifty() {
        server.room("lively", "\"kind\":\"live\",\"inboundPerSecond\":0,\"senderPerSecond\":0");
        server.fill("lively", 80);
        try (Reader reader = open("/v1/rooms/lively/events")) {
            reader.hello();
            assertThat(reader.seqs(50)).isEqualTo(range(31, 80));
        }
    }

    @Test
    void absentEmptyAndBlankCursorsAreTheSame() {
        server.room("blank", "");
        server.fill("blank", 5);
        for (String header : List.of("X-Nothing: 1", "Last-Event-ID:", "Last-Event-ID:  ", "last-event-id: \t")) {
            for (String query : List.of("", "?after=", "?after=%20", "?lastEventId=")) {
                try (Reader reader = open("/v1/rooms/blank/events" + query, header)) {
                    assertThat(reader.hello().at("/rooms/blank/resume").asString())
                            .isEqualTo("fresh");
                    assertThat(reader.cursor()).endsWith(":5");
                }
            }
        }
    }

    @Test
    void theHeaderWinsAndWhatALibraryAddsWinsOverTheFirstAddress() {
        server.room("both", "");
        server.fill("both", 90);
        String epoch = server.epoch("both");
        try (Reader reader = open("/v1/rooms/both/events?after=" + epoch + ":5", "LAST-EVENT-ID: " + epoch + ":80")) {
            reader.hello();
            assertThat(reader.seqs(1)).containsExactly(81L);
        }
        try (Reader reader = open("/v1/rooms/both/events?after=" + epoch + ":5&lastEventId=" + epoch + ":70")) {
            reader.hello();
            assertThat(reader.seqs(1)).containsExactly(71L);
        }
    }

    @Test
    void aCursorFromTheFutureIsToldAtOnce() {
        server.room("future", "");
        server.fill("future", 12);
        String epoch = server.epoch("future");
        for (String seq : List.of("13", "10000", "9223372036854775807")) {
            long head = server.head("future");
            try (Reader reader = open("/v1/rooms/future/events", "Last-Event-ID: " + epoch + ":" + seq)) {
                Message hello = reader.any();
                assertThat(hello.id()).isNull();
                assertThat(Reader.json(hello).at("/rooms/future/resume").asString())
                        .isEqualTo("gap");
                Message gap = reader.next("gap");
                assertThat(gap.id()).isEqualTo(epoch + ":" + head);
                assertThat(Reader.json(gap).get("reason").asString()).isEqualTo("cursor-ahead");
                assertThat(Reader.json(gap).get("head").asLong()).isEqualTo(head);
                server.publish("future", "{\"data\":1}");
                assertThat(reader.seqs(1)).containsExactly(head + 1);
            }
        }
    }

    @Test
    void whatIsNotKeptAnyMoreIsAGapAndTheLastGoodCursorIsNone() {
        server.room("trimmed", "\"retention\":{\"messages\":1000}");
        server.fill("trimmed", 1_500);
        server.trim("trimmed");
        String epoch = server.epoch("trimmed");
        long first = server.get("/v1/rooms/trimmed").get("first").asLong();
        for (long good : List.of(first - 1, first)) {
            try (Reader reader = open("/v1/rooms/trimmed/events?after=" + epoch + ":" + good)) {
                assertThat(reader.hello().at("/rooms/trimmed/resume").asString())
                        .isEqualTo("resumed");
                assertThat(reader.seqs((int) (1_500 - good))).isEqualTo(range(good + 1, 1_500));
            }
        }
        for (long old : List.of(0L, 200L, first - 2)) {
            try (Reader reader = open("/v1/rooms/trimmed/events?after=" + epoch + ":" + old)) {
                reader.hello();
                Message gap = reader.next("gap");
                assertThat(gap.id()).isEqualTo(epoch + ":" + (first - 1));
                JsonNode said = Reader.json(gap);
                assertThat(said.get("reason").asString()).isEqualTo("cursor-expired");
                assertThat(said.get("first").asLong()).isEqualTo(first);
                assertThat(said.get("from").asLong()).isEqualTo(old + 1);
                assertThat(said.get("to").asLong()).isEqualTo(first - 1);
                assertThat(said.get("action").asString()).isEqualTo("reload");
                assertThat(reader.seqs(3)).isEqualTo(range(first, first + 2));
            }
        }
    }

    @Test
    void aRoomOfAnotherLifeIsAnotherLog() {
        server.room("reborn", "");
        server.fill("reborn", 5);
        String old = server.epoch("reborn");
        server.destroy("reborn");
        server.room("reborn", "");
        server.fill("reborn", 9);
        String epoch = server.epoch("reborn");
        try (Reader reader = open("/v1/rooms/reborn/events?after=" + old + ":5")) {
            reader.hello();
            Message gap = reader.next("gap");
            assertThat(Reader.json(gap).get("reason").asString()).isEqualTo("epoch-changed");
            assertThat(gap.id()).isEqualTo(epoch + ":9");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"7\tx", "nonsense", "1:1", ":", "lobby=1abcdefgh:1", "<img src=x>", "-1", "0;drop"})
    void aCursorNoServerWroteIsAGapAndNeverSeenAgain(String cursor) {
        server.room("bad", "");
        server.fill("bad", 4);
        long head = server.head("bad");
        try (Reader reader = open("/v1/rooms/bad/events", "Last-Event-ID: " + cursor, "X-Odd: " + cursor)) {
            reader.hello();
            Message gap = reader.next("gap");
            assertThat(Reader.json(gap).get("reason").asString()).isEqualTo("bad-cursor");
            assertThat(gap.id()).isEqualTo(server.epoch("bad") + ":" + head);
            server.publish("bad", "{\"data\":1}");
            reader.event();
            if (cursor.length() > 3) {
                assertThat(reader.raw().bodyText()).doesNotContain(cursor);
                assertThat(reader.raw().headers().toString()).doesNotContain(cursor);
            }
        }
    }

    @Test
    void anEndlessCursorIsABadOne() {
        server.room("endless", "");
        for (String target : List.of("/v1/rooms/endless/events", "/v1/events?rooms=endless")) {
            try (Reader reader = open(target, "Last-Event-ID: " + "9".repeat(9_000))) {
                reader.hello();
                assertThat(Reader.json(reader.next("gap")).get("reason").asString())
                        .isEqualTo("bad-cursor");
            }
            String after = target + (target.contains("?") ? "&" : "?") + "after=" + "9".repeat(9_000);
            try (Reader reader = open(after)) {
                reader.hello();
                assertThat(Reader.json(reader.next("gap")).get("reason").asString())
                        .isEqualTo("bad-cursor");
            }
        }
    }

    @Test
    void typesSelectAndTheServersOwnComeAlways() {
        server.room("typed", "");
        try (Reader reader = open("/v1/rooms/typed/events?types=text,!room.*")) {
            reader.hello();
            server.publish("typed", "{\"type\":\"noise\",\"data\":1}");
            server.publish("typed", "{\"type\":\"text\",\"data\":2}");
            server.room("typed", "\"title\":\"new\"");
            server.publish("typed", "{\"type\":\"noise\",\"data\":3}");
            server.publish("typed", "{\"type\":\"text\",\"data\":4}");
            assertThat(reader.seqs(3)).containsExactly(2L, 3L, 5L);
        }
    }

    @Test
    void aFilteredStreamsCursorMovesOverWhatIsLeftOut() {
        server.room("skipping", "");
        try (Reader reader = open("/v1/rooms/skipping/events?types=text")) {
            reader.hello();
            for (int i = 0; i < 101; i++) {
                server.publish("skipping", "{\"type\":\"noise\",\"data\":1}");
            }
            Message cursor = reader.next("cursor");
            assertThat(cursor.data()).isEqualTo("{}");
            assertThat(cursor.id()).matches(server.epoch("skipping") + ":[1-9][0-9]*");
        }
    }

    @Test
    void withoutEchoAStreamLeavesOutItsOwnSessionAndNothingElse() {
        server.room("echo", "");
        try (Reader silent = open("/v1/rooms/echo/events?echo=false");
                Reader other = open("/v1/rooms/echo/events")) {
            String session = silent.hello().get("session").asString();
            other.hello();
            server.publishAs(alice, "echo", "{\"data\":1}", "Parley-Session", session);
            server.publishAs(alice, "echo", "{\"data\":2}");
            server.publish("echo", "{\"data\":3}", "Parley-Session", session);
            assertThat(silent.seqs(2)).containsExactly(2L, 3L);
            assertThat(other.seqs(3)).containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void aQuietStreamBeats() throws Exception {
        server.room("beating", "");
        try (Reader comments = open("/v1/rooms/beating/events");
                Reader events = open("/v1/rooms/beating/events?heartbeat=event")) {
            comments.hello();
            events.hello();
            assertThat(comments.quietFor(Duration.ofMillis(4_500))).isTrue();
            assertThat(comments.parser().comments()).isBetween(2, 5);
            String cursor = comments.cursor();
            assertThat(cursor).endsWith(":0");
            Message beat = events.any();
            while (beat.event().equals("caught-up")) {
                beat = events.any();
            }
            assertThat(beat.event()).isEqualTo("heartbeat");
            assertThat(beat.id()).isNull();
            assertThat(beat.data()).isEqualTo("{}");
        }
    }

    @Test
    void whenToComeBackDiffersFromReaderToReader() throws Exception {
        server.room("retry", "");
        Set<Long> retries = new HashSet<>();
        for (int i = 0; i < 12; i++) {
            try (Reader reader = open("/v1/rooms/retry/events")) {
                reader.hello();
                retries.add(reader.parser().reconnectionTime());
            }
        }
        assertThat(retries)
                .hasSizeGreaterThan(6)
                .allSatisfy(retry -> assertThat(retry).isBetween(2_000L, 5_000L));
    }

    @Test
    void severalRoomsShareAStreamAndOneCursor() {
        server.room("m-a", "");
        server.room("m-b", "");
        server.fill("m-a", 3);
        String cursor;
        try (Reader reader = open("/v1/events?rooms=m-a,m-b")) {
            Message hello = reader.any();
            assertThat(hello.id()).isEqualTo("m-a=" + server.epoch("m-a") + ":3,m-b=" + server.epoch("m-b") + ":0");
            server.publish("m-b", "{\"data\":1}");
            Message message = reader.next("message");
            assertThat(message.id()).isNull();
            assertThat(Reader.json(message).get("room").asString()).isEqualTo("m-b");
            Message moved = reader.next("cursor");
            assertThat(moved.id()).endsWith("m-b=" + server.epoch("m-b") + ":1");
            cursor = reader.cursor();
        }
        server.publish("m-a", "{\"data\":4}");
        server.publish("m-b", "{\"data\":2}");
        try (Reader reader = open("/v1/events?rooms=m-a,m-b", "Last-Event-ID: " + cursor)) {
            JsonNode hello = reader.hello();
            assertThat(hello.at("/rooms/m-a/resume").asString()).isEqualTo("resumed");
            var seen = new HashSet<String>();
            for (int i = 0; i < 2; i++) {
                JsonNode event = reader.event();
                seen.add(event.get("room").asString() + event.get("seq").asLong());
            }
            assertThat(seen).containsExactlyInAnyOrder("m-a4", "m-b2");
        }
        server.room("m-c", "");
        try (Reader reader = open("/v1/events?rooms=m-c,m-b", "Last-Event-ID: " + cursor)) {
            JsonNode hello = reader.hello();
            assertThat(hello.at("/rooms/m-c/resume").asString()).isEqualTo("fresh");
            assertThat(hello.at("/rooms/m-b/resume").asString()).isEqualTo("resumed");
            assertThat(hello.get("rooms").has("m-a")).isFalse();
        }
    }

    @Test
    void roomsThatMayNotBeReadOrAreNotThereLookAlike() {
        server.room("mine", "");
        server.room("hidden", "");
        String bob = server.reader("bob", "mine");
        try (Reader reader = Reader.open(server.port(), bob, "/v1/events?rooms=mine,hidden,nowhere")) {
            assertThat(reader.hello().get("rooms").propertyNames()).containsExactly("mine");
            var closed = new HashSet<String>();
            for (int i = 0; i < 2; i++) {
                closed.add(reader.next("closed").data());
            }
            assertThat(closed)
                    .containsExactlyInAnyOrder(
                            "{\"room\":\"hidden\",\"reason\":\"forbidden\",\"retryable\":false}",
                            "{\"room\":\"nowhere\",\"reason\":\"forbidden\",\"retryable\":false}");
        }
        for (String rooms : List.of("hidden", "nowhere", "hidden,nowhere")) {
            try (Reader reader = Reader.open(server.port(), bob, "/v1/events?rooms=" + rooms)) {
                assertThat(reader.raw().status()).isEqualTo(403);
                reader.refusal("forbidden");
            }
        }
    }

    @Test
    void aDestroyedRoomClosesItsStream() {
        server.room("doomed", "");
        try (Reader reader = open("/v1/rooms/doomed/events")) {
            reader.hello();
            server.destroy("doomed");
            assertThat(reader.event().get("type").asString()).isEqualTo("room.destroyed");
            assertThat(Reader.json(reader.next("closed")).get("reason").asString())
                    .isEqualTo("destroyed");
            reader.rest();
            assertThat(reader.raw().endedWell()).isTrue();
        }
    }

    @Test
    void whatHasExpiredIsToldAndNotShown() {
        server.room("expiring", "");
        String epoch = server.epoch("expiring");
        server.publish("expiring", "{\"data\":1}");
        server.publish("expiring", "{\"data\":2,\"ttlMs\":50}");
        server.publish("expiring", "{\"data\":3,\"ttlMs\":50}");
        server.publish("expiring", "{\"data\":4}");
        org.awaitility.Awaitility.await()
                .until(() ->
                        server.get("/v1/rooms/expiring/messages").get("items").size() == 2);
        try (Reader reader = open("/v1/rooms/expiring/events?after=" + epoch + ":0")) {
            reader.hello();
            assertThat(reader.seqs(1)).containsExactly(1L);
            Message dropped = reader.next("dropped");
            JsonNode said = Reader.json(dropped);
            assertThat(dropped.id()).isEqualTo(epoch + ":3");
            assertThat(said.get("from").asLong()).isEqualTo(2);
            assertThat(said.get("to").asLong()).isEqualTo(3);
            assertThat(said.get("count").asInt()).isEqualTo(2);
            assertThat(said.get("reason").asString()).isEqualTo("expired");
            assertThat(reader.seqs(1)).containsExactly(4L);
        }
    }

    @Test
    void textsThatWouldBreakLinesArriveAsTheyAre() {
        server.room("hostile", "");
        String text =
                "a\rid: 999999\revent: admin\rdata: x\r\rb\r\nc\nretry: 1\n\nd\u0085e\u2028f\u2029g<img src=x onerror=alert(1)>"
                        + "\u202eh\u001b[2K\uFEFF";
        String json = tools.jackson.databind.json.JsonMapper.shared().writeValueAsString(text);
        try (Reader reader = open("/v1/rooms/hostile/events")) {
            reader.hello();
            long retry = reader.parser().reconnectionTime();
            server.publish("hostile", "{\"data\":" + json + "}");
            Message message = reader.next("message");
            assertThat(Reader.json(message).get("data").asString()).isEqualTo(text);
            assertThat(message.id()).isEqualTo(server.epoch("hostile") + ":1");
            assertThat(reader.parser().reconnectionTime()).isEqualTo(retry);
            assertThat(reader.raw().body()).doesNotContain((byte) '\r');
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/rooms/p/events?rewind=501, invalid-parameter",
        "/v1/rooms/p/events?rewind=-1, invalid-parameter",
        "/v1/rooms/p/events?echo=no, invalid-parameter",
        "/v1/rooms/p/events?heartbeat=often, invalid-parameter",
        "/v1/rooms/p/events?types=A, invalid-parameter",
        "/v1/rooms/p/events?after=1&after=2, invalid-parameter",
        "/v1/rooms/p/events?unknown=1, invalid-parameter",
        "/v1/rooms/p/events?mode=pull, invalid-parameter",
        "/v1/rooms/p/events?notify=d, not-supported",
        "/v1/rooms/p/events?rooms=a, not-supported",
        "/v1/rooms/p%0Aq/events, invalid-id",
        "/v1/events, invalid-parameter",
        "/v1/events?rooms=, invalid-parameter",
        "'/v1/events?rooms=a,,b', invalid-id",
        "'/v1/events?rooms=a,-b', invalid-id"
    })
    void whatARequestDoesWrongIsAPlainProblem(String target, String code) {
        try (Reader reader = open(target)) {
            assertThat(reader.raw().status()).isEqualTo(400);
            assertThat(reader.raw().header("content-type")).isEqualTo("application/problem+json");
            reader.refusal(code);
        }
    }

    @Test
    void tooManyRoomsAreRefusedByNumberAndByTheCursorTheyNeed() {
        String many =
                String.join(",", IntStream.range(0, 101).mapToObj(i -> "r" + i).toList());
        String wide = String.join(
                ",", IntStream.range(0, 40).mapToObj(i -> "r".repeat(100) + i).toList());
        for (String rooms : List.of(many, wide)) {
            try (Reader reader = open("/v1/events?rooms=" + rooms)) {
                assertThat(reader.raw().status()).isEqualTo(400);
                reader.refusal("too-many-rooms");
            }
        }
    }

    @Test
    void withoutCredentialsThereIsAPlainProblem() {
        Reader reader = Reader.send(server.port(), RawStream.get("/v1/rooms/any/events"));
        assertThat(reader.raw().status()).isEqualTo(401);
        reader.refusal("unauthenticated");
        reader.close();
    }

    @Test
    void headIsAnsweredWithTheHeadAlone() {
        server.room("headed", "");
        String request = RawStream.request(
                "HEAD", "/v1/rooms/headed/events", "HTTP/1.1", "Authorization: Bearer " + alice, "Connection: close");
        try (Reader reader = Reader.send(server.port(), request)) {
            assertThat(reader.raw().status()).isEqualTo(200);
            assertThat(reader.raw().header("content-type")).isEqualTo("text/event-stream");
            assertThat(reader.raw().header("cache-control")).isEqualTo("no-cache, no-transform");
        }
        String bob = server.reader("bob", "other");
        String refused = RawStream.request(
                "HEAD",
                "/v1/events?rooms=headed,nowhere",
                "HTTP/1.1",
                "Authorization: Bearer " + bob,
                "Connection: close");
        try (Reader reader = Reader.send(server.port(), refused)) {
            assertThat(reader.raw().status()).isEqualTo(403);
        }
    }

    @Test
    void anOldClientGetsTheStreamWithoutChunks() {
        server.room("old", "");
        String request = RawStream.request("GET", "/v1/rooms/old/events", "HTTP/1.0", "Authorization: Bearer " + alice);
        try (Reader reader = Reader.send(server.port(), request)) {
            assertThat(reader.raw().status()).isEqualTo(200);
            assertThat(reader.raw().headers()).doesNotContainKeys("transfer-encoding", "content-length");
            reader.hello();
            server.publish("old", "{\"data\":1}");
            assertThat(reader.seqs(1)).containsExactly(1L);
        }
    }

    @Test
    void aRequestBehindAStreamIsNeverAnswered() {
        server.room("behind", "");
        String second = RawStream.get("/v1/rooms/behind", "Authorization: Bearer " + alice);
        String first = RawStream.get("/v1/rooms/behind/events", "Authorization: Bearer " + alice);
        try (Reader reader = Reader.send(server.port(), first + second)) {
            if (way == Way.WEBFLUX) {
                reader.hello();
                server.publish("behind", "{\"data\":1}");
                assertThat(reader.seqs(1)).containsExactly(1L);
            }
            server.destroy("behind");
            assertThat(reader.rest()).doesNotContain("HTTP/1.1", "createdAt");
        }
    }

    @Test
    void bytesDuringAStreamEndIt() throws Exception {
        server.room("chatty", "");
        try (Reader reader = open("/v1/rooms/chatty/events")) {
            reader.hello();
            reader.raw().send(RawStream.get("/v1/rooms/chatty", "Authorization: Bearer " + alice));
            String body = reader.rest();
            assertThat(body).doesNotContain("HTTP/1.1", "createdAt");
        }
    }
}
