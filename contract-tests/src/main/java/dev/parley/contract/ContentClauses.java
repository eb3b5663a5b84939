package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.MessageKey;
import dev.parley.kernel.Position;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import dev.parley.log.AppendResult;
import dev.parley.log.NewEvent;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What was appended is what is read, byte for byte.
abstract class ContentClauses extends StoreContract {

    private static final EventType TEXT = new EventType("text");

    static List<String> jsonTexts() {
        return List.of(
                "\"plain\"",
                "\"Grüße, 你好, שלום, 👩‍👩‍👧‍👦 \uD83D\uDE80\"",
                "\"é and e\u0301 are two texts\"",
                "{\"b\":1,\"a\":2,\"a\":3}",
                "[1.0,1.00,1E+2,-0,12345678901234567890.12345678901234567890]",
                "\"\\u00e9 \\/ \\\\ \\\" \\n \\t \\u2028 \\ud83d\\ude80 \\u0000\"",
                "\"\u2028\u2029\uFEFF\uFFFD\uFFFF\u007F\"",
                "\"'; drop table message; -- $1 ? %s {0} \\\\\"",
                "null",
                "\"" + "x".repeat(16 * 1024 - 2) + "\"",
                "\"" + "🚀".repeat(4 * 1024 - 1) + "\"");
    }

    @ParameterizedTest
    @MethodSource("jsonTexts")
    void dataComesBackByteForByte(String json) {
        var room = newRoom("lobby");

        var answered = appended(room.message("m1", json));

        assertThat(answered.data()).isEqualTo(JsonText.of(json));
        assertThat(everything(room.room()).getFirst().data().toString()).isEqualTo(json);
    }

    static List<Author> authors() {
        return List.of(
                Author.server(),
                alice(null),
                alice(""),
                alice("Robert'); drop table message;--"),
                alice("\"quoted\" \\back\\slash\n\ttab"),
                alice("👩‍👩‍👧‍👦 Åse 你好"),
                alice("n".repeat(Author.MAX_NAME_LENGTH)),
                new Author(Sender.of(new UserId("bob@example.org|x:y+z~_.-")), "Bob"));
    }

    @ParameterizedTest
    @MethodSource("authors")
    void theAuthorComesBackAsItWas(Author author) {
        var room = newRoom("lobby").by(author);

        append(room.message("m1"));

        assertThat(everything(room.room()).getFirst().author()).isEqualTo(author);
        assertThat(duplicate(appendOne(room.message("m1"))).author()).isEqualTo(author);
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void everyTierComesBack(Tier tier) {
        var room = newRoom("lobby");

        append(room.message("m1", new NewEvent(TEXT, tier, 0, null, JsonText.of("1"))));

        assertThat(everything(room.room()).getFirst().tier()).isEqualTo(tier);
    }

    @Test
    void theLongestIdsFit() {
        var room = newRoom("r".repeat(128));
        var author = new Author(Sender.of(new UserId("u".repeat(128))), null);
        var type = new EventType("t".repeat(64));
        var id = "~".repeat(128);

        append(room.message("m1"), room.by(author).message(id, new NewEvent(type, Tier.LOW, 0, 1L, JsonText.of("1"))));

        var event = everything(room.room()).getLast();
        assertThat(event.room()).isEqualTo(room.room());
        assertThat(event.author()).isEqualTo(author);
        assertThat(event.type()).isEqualTo(type);
        assertThat(event.clientMsgId()).isEqualTo(new ClientMessageId(id));
    }

    @Test
    void anEventIsReadAsItWasAnswered() {
        var room = newRoom("lobby").by(alice("Alice"));
        append(room.message("m1"));

        var answered = appended(room.message("m2", new NewEvent(TEXT, Tier.LOW, 60_000, 1L, JsonText.of("{}"))));

        assertThat(everything(room.room()).getLast()).isEqualTo(answered);
        assertThat(rows(newest(room, 1)).events()).containsExactly(answered);
    }

    @Test
    void anEventHasThePositionOfItsRoomAndWhatWasAppended() {
        var room = newRoom("lobby");

        var event = appended(room.message("m1", new NewEvent(TEXT, Tier.LOW, 0, null, JsonText.of("[1]"))));

        assertThat(event)
                .returns(room.room(), Event::room)
                .returns(new Position(state(room).epoch(), 1), Event::position)
                .returns(TEXT, Event::type)
                .returns(Tier.LOW, Event::tier)
                .returns(room.author(), Event::author)
                .returns(new ClientMessageId("m1"), Event::clientMsgId)
                .returns(JsonText.of("[1]"), Event::data)
                .returns(null, Event::ref)
                .returns(null, Event::expiresAt);
    }

    @Test
    void aMessageMayReferToAnEarlierOne() {
        var room = newRoom("lobby");

        append(room.message("m1"), room.message("m2", new NewEvent(TEXT, Tier.HIGH, 0, 1L, JsonText.of("1"))));

        assertThat(everything(room.room()).stream().map(Event::ref)).containsExactly(null, 1L);
    }

    @Test
    void aKeyIsReadAsItWasWritten() {
        var room = newRoom("lobby");
        var longest = new MessageKey("ä€\n😀" + "k".repeat(MessageKey.MAX_LENGTH - 5));

        var first = appended(room.message("m1", keyed("temperature")));
        append(room.message("m2", keyed(longest.value())), room.message("m3"));

        assertThat(first.key()).isEqualTo(new MessageKey("temperature"));
        assertThat(everything(room.room()).stream().map(Event::key)).containsExactly(first.key(), longest, null);
        assertThat(duplicate(appendOne(room.message("m1", keyed("temperature")))))
                .isEqualTo(first);
    }

    @Test
    void anotherKeyIsAnotherMessage() {
        var room = newRoom("lobby");
        append(room.message("m1", keyed("temperature")));

        assertThat(appendOne(room.message("m1", keyed("pressure")))).isInstanceOf(AppendResult.IdReused.class);
    }

    private static NewEvent keyed(String key) {
        return new NewEvent(TEXT, Tier.HIGH, 0, null, JsonText.of("1"), new MessageKey(key));
    }

    @Test
    void aTtlEndsSoLongAfterTheTs() {
        var room = newRoom("lobby");

        append(room.message("m1", new NewEvent(TEXT, Tier.HIGH, 3_000, null, JsonText.of("1"))));

        var event = everything(room.room()).getFirst();
        assertThat(event.expiresAt()).isEqualTo(event.ts() + 3_000);
    }

    @Test
    void anExpiredEventIsStillReadAndRecognisedByTheStoresClock() {
        var room = newRoom("lobby");
        append(room.message("short", new NewEvent(TEXT, Tier.HIGH, 60_000, null, JsonText.of("1"))));
        append(room.message("long", new NewEvent(TEXT, Tier.HIGH, 3_600_000, null, JsonText.of("1"))));

        store.age(room.room(), Duration.ofMinutes(2));

        var page = rows(newest(room, 10));
        assertThat(page.events().stream().map(event -> event.expired(page.storeNow())))
                .containsExactly(true, false);
    }

    @Test
    void roomsWhoseIdsDifferInCaseAreTwo() {
        var lower = newRoom("lobby");
        var upper = newRoom("Lobby");

        append(lower.message("m1"), upper.message("m2"));

        assertThat(ids(lower)).containsExactly("m1");
        assertThat(ids(upper)).containsExactly("m2");
    }

    private static Author alice(@Nullable String name) {
        return new Author(Sender.of(new UserId("alice")), name);
    }
}
