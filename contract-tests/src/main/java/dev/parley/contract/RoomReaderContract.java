package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.EventType;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import dev.parley.log.Allowlist;
import dev.parley.log.MessageTypes;
import dev.parley.log.Overflow;
import dev.parley.log.PresenceMode;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.SenderLimits;
import dev.parley.log.TypeRule;
import dev.parley.room.RoomState;
import dev.parley.room.RulesMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What every [dev.parley.room.spi.RoomReader] keeps. An adapter's test subclasses this and hands in a
/// store.
public abstract class RoomReaderContract extends StoreContract {

    private static final int READS = 200;
    private static final RoomSettings QUIET =
            new RoomSettings("Quiet", new Retention(10, 60), 5, true, PresenceMode.COUNT);

    @Test
    void aMissingRoomIsEmpty() {
        assertThat(rooms.read(new RoomId("nowhere"))).isEmpty();
        assertThat(rooms.marks(List.of(new RoomId("nowhere")))).isEmpty();
        assertThat(rooms.list("", "", 10)).isEmpty();
    }

    static List<RoomSettings> settings() {
        return List.of(
                RoomSettings.defaults(RoomKind.DURABLE),
                RoomSettings.defaults(RoomKind.LIVE),
                QUIET,
                new RoomSettings("\"Robert'); drop table room;--\" \\ 👩‍👩‍👧‍👦\n", Retention.KEEP_ALL, 0, false),
                new RoomSettings(
                        "t".repeat(256), new Retention(1L << 40, 1L << 40), Integer.MAX_VALUE, true, PresenceMode.OFF),
                QUIET.withSenders(new SenderLimits(3, 3_600))
                        .withOverflow(Overflow.LATEST)
                        .withTypes(new MessageTypes(Map.of(
                                new EventType("gift"), new TypeRule(Tier.CRITICAL, 3_000L),
                                new EventType("a.b_c-d"), new TypeRule(Tier.LOW, null),
                                new EventType("text"), new TypeRule(null, TypeRule.MAX_TTL_MS),
                                new EventType("open"), TypeRule.NONE)))
                        .withAllowlist(
                                Allowlist.NOBODY.with(new UserId("alice")).with(new UserId("0|b:c@d+e~f_g.h")))
                        .withTitle("All of it"));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void settingsComeBackAsTheyWere(RoomSettings settings) {
        var created = newRoom("created", RoomKind.DURABLE, settings);
        var changed = newRoom("changed");
        append(changed.newSettings("s1", settings, 1));

        assertThat(state(created).settings()).isEqualTo(settings);
        assertThat(state(changed).settings()).isEqualTo(settings);
    }

    @Test
    void theKindComesBack() {
        assertThat(state(newRoom("d", RoomKind.DURABLE, QUIET)).kind()).isEqualTo(RoomKind.DURABLE);
        assertThat(state(newRoom("l", RoomKind.LIVE, QUIET)).kind()).isEqualTo(RoomKind.LIVE);
    }

    @Test
    void aRoomShowsEveryCommitThatWasAcknowledged() {
        var room = newRoom("lobby", RoomKind.DURABLE, new RoomSettings("", new Retention(2, 0), 0, false));

        append(room.messages("m", 5));
        assertThat(state(room)).returns(5L, RoomState::head).returns(1L, RoomState::first);

        log.trim(room.room(), 500);
        assertThat(state(room)).returns(5L, RoomState::head).returns(4L, RoomState::first);

        append(room.newSettings("s1", QUIET, 1));
        assertThat(state(room))
                .returns(6L, RoomState::head)
                .returns(2L, RoomState::version)
                .returns(2L, RoomState::rules);

        append(room.underRules(2).destruction("d1", null));
        assertThat(rooms.read(room.room())).isEmpty();
    }

    @Test
    void aRoomKnowsWhenItWasCreatedByTheStoresClock() {
        var clock = newRoom("clock");
        long before = rows(newest(clock, 1)).storeNow();

        var room = newRoom("lobby");
        long after = rows(newest(clock, 1)).storeNow();
        append(room.message("m1"), room.newSettings("s1", QUIET, 1));

        assertThat(state(room).createdAt()).isBetween(before, after);
    }

    @Test
    void marksTellEpochAndRulesOfTheRoomsThatExist() {
        var a = newRoom("a");
        var b = newRoom("b");
        newRoom("c");
        append(b.newSettings("s1", QUIET, 1));

        assertThat(rooms.marks(List.of(a.room(), b.room(), new RoomId("nowhere"))))
                .isEqualTo(Map.of(
                        a.room(), new RulesMark(state(a).epoch(), 1),
                        b.room(), new RulesMark(state(b).epoch(), 2)));
        assertThat(rooms.marks(List.of())).isEmpty();
    }

    @Test
    void headsTellEpochAndNewestSeqOfTheRoomsThatExist() {
        var a = newRoom("a");
        var b = newRoom("b");
        append(b.messages("m", 3));
        var nowhere = new RoomId("nowhere");

        assertThat(rooms.heads(List.of(a.room(), b.room(), nowhere)))
                .isEqualTo(Map.of(
                        a.room(), new Position(state(a).epoch(), 0), b.room(), new Position(state(b).epoch(), 3)));
        assertThat(rooms.heads(List.of(nowhere))).isEmpty();
        assertThat(rooms.heads(List.of())).isEmpty();
    }

    @Test
    void marksOfTwoThousandRoomsAreReadAtOnce() {
        var ids = new ArrayList<>(
                IntStream.range(0, 1_999).mapToObj(i -> new RoomId("no" + i)).toList());
        var room = newRoom("lobby");
        ids.add(room.room());

        assertThat(rooms.marks(ids))
                .isEqualTo(Map.of(room.room(), new RulesMark(state(room).epoch(), 1)));
    }

    @Test
    void aNewLifeHasAnotherMark() {
        var room = newRoom("lobby");
        var mark = rooms.marks(List.of(room.room())).get(room.room());
        append(room.destruction("d1", null));
        assertThat(rooms.marks(List.of(room.room()))).isEmpty();

        newRoom("lobby");

        assertThat(rooms.marks(List.of(room.room())).get(room.room()))
                .isNotNull()
                .isNotEqualTo(mark);
    }

    private void roomsToList() {
        for (var id : List.of("b", "a_b", "a-b", "aab", "B", "a~b", "a.b", "9", "ab", "a_", "gone")) {
            newRoom(id);
        }
        var gone = state(Appends.toNew("gone"));
        append(Appends.to(gone).destruction("d1", null));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "''   | ''  | 50 | 9 B a-b a.b a_ a_b aab ab a~b b",
                "''   | ''  |  3 | 9 B a-b",
                "''   | a-b |  2 | a.b a_",
                "''   | a0  |  2 | a_ a_b",
                "''   | b   |  9 | ''",
                "a    | ''  |  9 | a-b a.b a_ a_b aab ab a~b",
                "a    | a_b |  2 | aab ab",
                "a    | B   |  2 | a-b a.b",
                "a    | b   |  9 | ''",
                "a_   | ''  |  9 | a_ a_b",
                "a.   | ''  |  9 | a.b",
                "a~   | ''  |  9 | a~b",
                "a%   | ''  |  9 | ''",
                "a\\_ | ''  |  9 | ''",
                "a*   | ''  |  9 | ''",
                "A    | ''  |  9 | ''",
                "b    | ''  |  9 | b",
                "bb   | ''  |  9 | ''",
            })
    void aListBeginsAfterAndHasThePrefixInTheOrderOfTheIds(String prefix, String after, int limit, String expected) {
        roomsToList();

        var listed = rooms.list(unquoted(prefix), unquoted(after), limit);

        assertThat(String.join(
                        " ", listed.stream().map(room -> room.id().value()).toList()))
                .isEqualTo(unquoted(expected));
    }

    private static String unquoted(String value) {
        return value.equals("''") ? "" : value;
    }

    @Test
    void aListShowsRoomsAsTheyAreRead() {
        var a = newRoom("a", RoomKind.LIVE, QUIET);
        var b = newRoom("b");
        append(b.messages("m", 3));

        assertThat(rooms.list("", "", 10)).containsExactly(state(a), state(b));
    }

    @Test
    void aReadIsOneSnapshot() {
        var room = newRoom("lobby", RoomKind.DURABLE, new RoomSettings("1", Retention.KEEP_ALL, 0, false));
        var done = new AtomicBoolean();

        AtOnce.<Integer>run(
                2, thread -> thread == 0 ? () -> retitle(room, done) : AtOnce.telling(done, () -> watch(room)));
    }

    /// Each version's title is the version, and its event the head.
    private int retitle(Appends room, AtomicBoolean done) {
        int version = 1;
        while (!done.get()) {
            var next = new RoomSettings(Integer.toString(version + 1), Retention.KEEP_ALL, 0, false);
            appended(room.underRules(version).newSettings("s" + version, next, version));
            version++;
        }
        return version;
    }

    private int watch(Appends room) {
        for (int i = 0; i < READS; i++) {
            var read = state(room);
            assertThat(read)
                    .returns(Long.toString(read.version()), it -> it.settings().title())
                    .returns(read.version(), RoomState::rules)
                    .returns(read.version() - 1, RoomState::head);
        }
        return READS;
    }
}
