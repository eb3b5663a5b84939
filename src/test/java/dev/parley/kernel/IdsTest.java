package dev.parley.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdsTest {

    private record Kind(String name, Function<String, ?> constructor) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final Kind ROOM = new Kind("room id", RoomId::new);
    private static final Kind USER = new Kind("user id", UserId::new);
    private static final Kind SENDER = new Kind("sender", Sender::new);
    private static final Kind MESSAGE = new Kind("client message id", ClientMessageId::new);
    private static final Kind TYPE = new Kind("message type", EventType::new);
    private static final Kind LIFE = new Kind("room life", Life::new);
    private static final Kind SESSION = new Kind("session id", SessionId::new);

    private record Example(Kind kind, String value) {
        @Override
        public String toString() {
            return kind + " " + (value.length() > 20 ? value.length() + " characters" : value);
        }
    }

    private static Stream<Example> examples(Kind kind, String... values) {
        return Stream.of(values).map(value -> new Example(kind, value));
    }

    static Stream<Example> accepted() {
        return Stream.of(
                        examples(ROOM, "a", "Z", "7", "a.b_c~d-E9", "0-", "x".repeat(128)),
                        examples(USER, "a", "m", "mee", "ame", "Me", "a@b+c|d:e~f.g_h-i", "9", "x".repeat(128)),
                        examples(SENDER, "@server", "anna"),
                        examples(MESSAGE, "!", "~", "~abc", "a b".replace(' ', '_'), "\"{}\\", "x".repeat(128)),
                        examples(TYPE, "a", "text", "room.updated", "a.b_c-9", "x".repeat(64)),
                        examples(LIFE, "00000000", "zzzzzzzz", "a1b2c3d4"),
                        examples(SESSION, "00000000", "Aa-_0000", "x".repeat(64)))
                .flatMap(each -> each);
    }

    static Stream<Example> refused() {
        return Stream.of(
                        examples(
                                ROOM,
                                "",
                                "-a",
                                ".a",
                                "_a",
                                "~a",
                                "a b",
                                "a/b",
                                "a\n",
                                "\u00e4",
                                "a@b",
                                "x".repeat(129)),
                        examples(USER, "", "me", "-a", "@a", "a b", "a\n", "me\n", "\u00e4", "a/b", "x".repeat(129)),
                        examples(SENDER, "", "@Server", "@server ", "server\n", "me"),
                        examples(MESSAGE, "", " ", "a b", "a\t", "a\n", "\u007f", "\u00e4", "\u0000", "x".repeat(129)),
                        examples(TYPE, "", "A", "1a", ".a", "a b", "a/b", "a\n", "texT", "x".repeat(65)),
                        examples(LIFE, "", "0000000", "000000000", "A0000000", "0000000\n", "-0000000"),
                        examples(SESSION, "", "0000000", "00000000\n", "0000000~", "x".repeat(65)))
                .flatMap(each -> each);
    }

    @ParameterizedTest
    @MethodSource
    void accepted(Example example) {
        assertThatCode(() -> example.kind().constructor().apply(example.value()))
                .doesNotThrowAnyException();
        assertThat(example.kind().constructor().apply(example.value())).hasToString(example.value());
    }

    @ParameterizedTest
    @MethodSource
    void refused(Example example) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> example.kind().constructor().apply(example.value()));
    }

    @Test
    void aRefusalNeverRepeatsTheValue() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> new RoomId("<script>"))
                .withMessageContaining("room id")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("script"));
    }

    @Test
    void idsOfTheServerBeginWithATilde() {
        assertThat(new ClientMessageId("~x").serverMade()).isTrue();
        assertThat(new ClientMessageId("x~").serverMade()).isFalse();
    }

    @Test
    void typesOfTheServerBeginWithRoom() {
        assertThat(new EventType("room.updated").system()).isTrue();
        assertThat(new EventType("roommate").system()).isFalse();
        assertThat(new EventType("a.room.b").system()).isFalse();
    }

    @Test
    void roomsAreOrderedAsText() {
        assertThat(new RoomId("a")).isLessThan(new RoomId("b"));
        assertThat(new RoomId("B")).isLessThan(new RoomId("a"));
        assertThat(new RoomId("a-")).isGreaterThan(new RoomId("a"));
    }

    @Test
    void anAuthorsNameIsStorableAndShort() {
        Sender anna = new Sender("anna");
        assertThatCode(() -> new Author(anna, "x".repeat(128))).doesNotThrowAnyException();
        for (String bad : new String[] {"x".repeat(129), "a\u0000", "a\ud800", "\udc00a"}) {
            assertThatExceptionOfType(InvalidIdException.class).isThrownBy(() -> new Author(anna, bad));
        }
    }

    @Test
    void textIsStorableUnlessItHasNulOrALoneSurrogate() {
        for (String good : new String[] {"", "a", "\u0001", "\uffff", "\ud83d\ude00", "a\ud83d\ude00\ud83d\ude00"}) {
            assertThat(Text.storable(good)).as(good).isTrue();
        }
        for (String bad :
                new String[] {"\u0000", "a\u0000b", "\ud83d", "\ude00", "\ude00\ud83d", "\ud83d\ud83d\ude00"}) {
            assertThat(Text.storable(bad)).isFalse();
        }
    }

    static Stream<Function<RandomGenerator, ?>> drawn() {
        return Stream.of(Life::draw, SessionId::draw, ClientMessageId::draw);
    }

    @ParameterizedTest
    @MethodSource
    void drawn(Function<RandomGenerator, ?> draw) {
        var random = new SplittableRandom(1);
        assertThat(Stream.generate(() -> draw.apply(random)).limit(10_000).distinct())
                .hasSize(10_000);
    }

    @Test
    void everyCharacterOfADrawnIdIsDrawn() {
        var random = new SplittableRandom(2);
        for (int place = 0; place < 16; place++) {
            int at = place;
            assertThat(Stream.generate(() -> SessionId.draw(random).value().charAt(at))
                            .limit(5_000)
                            .distinct())
                    .hasSize(64);
        }
        assertThat(ClientMessageId.draw(random).serverMade()).isTrue();
    }

    @Test
    void tiersAreOrderedAndHaveWireNames() {
        assertThat(Tier.CRITICAL.above(Tier.HIGH)).isTrue();
        assertThat(Tier.HIGH.above(Tier.HIGH)).isFalse();
        assertThat(Tier.LOW.above(Tier.HIGH)).isFalse();
        for (Tier tier : Tier.values()) {
            assertThat(Tier.of(tier.wire())).contains(tier);
        }
        assertThat(Tier.of("HIGH")).isEmpty();
    }

    @Test
    void jsonIsEqualByItsBytes() {
        assertThat(JsonText.of("{\"a\":1}")).isEqualTo(JsonText.ofUtf8("{\"a\":1}".getBytes()));
        assertThat(JsonText.of("1")).isNotEqualTo(JsonText.of("1.0")).doesNotHaveSameHashCodeAs(JsonText.of("2"));
        assertThat(JsonText.of("\"\u00e4\"").length()).isEqualTo(4);
    }
}
