package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.RoomId;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Trimming keeps exactly what the room's retention says.
abstract class RetentionClauses extends StoreContract {

    private Appends roomThatKeeps(long messages, long maxAgeSeconds) {
        return newRoom("lobby", RoomKind.DURABLE, settings(messages, maxAgeSeconds));
    }

    private static RoomSettings settings(long messages, long maxAgeSeconds) {
        return new RoomSettings("", new Retention(messages, maxAgeSeconds), 0, false);
    }

    @Test
    void exactlyTheNewestMessagesAreKept() {
        var room = roomThatKeeps(3, 0);
        append(room.messages("m", 8));

        assertThat(log.trim(room.room(), 500)).isEqualTo(5);

        assertThat(ids(room)).containsExactly("m6", "m7", "m8");
        assertThat(state(room)).returns(6L, RoomState::first).returns(8L, RoomState::head);
    }

    @Test
    void systemEventsDoNotCountAndOlderOnesGoToo() {
        var room = roomThatKeeps(2, 0);
        append(room.systemEvent("s0"), room.message("m1"), room.systemEvent("s1"), room.message("m2"));
        append(room.systemEvent("s2"), room.message("m3"), room.systemEvent("s3"), room.systemEvent("s4"));

        assertThat(log.trim(room.room(), 500)).isEqualTo(3);

        assertThat(ids(room)).containsExactly("m2", "s2", "m3", "s3", "s4");
    }

    @Test
    void aRoomWithFewerMessagesLosesNothing() {
        var room = roomThatKeeps(3, 0);
        append(room.systemEvent("s0"), room.message("m1"), room.systemEvent("s1"), room.message("m2"));

        assertThat(log.trim(room.room(), 500)).isZero();

        assertThat(ids(room)).containsExactly("s0", "m1", "s1", "m2");
    }

    @Test
    void inAllAtMostTenTimesAsManyEventsAreKept() {
        var room = roomThatKeeps(2, 0);
        append(room.message("m1"));
        append(IntStream.rangeClosed(1, 25)
                .mapToObj(i -> room.systemEvent("s" + i))
                .toList());

        assertThat(log.trim(room.room(), 500)).isEqualTo(6);

        assertThat(ids(room)).hasSize(20).startsWith("s6").endsWith("s25");
    }

    @Test
    void whatIsTooOldGoes() {
        var room = roomThatKeeps(0, 60);
        append(room.messages("old", 3));
        store.age(room.room(), Duration.ofSeconds(90));
        append(room.messages("new", 2));

        assertThat(log.trim(room.room(), 500)).isEqualTo(3);

        assertThat(ids(room)).containsExactly("new1", "new2");
        assertThat(log.trim(room.room(), 500)).isZero();
    }

    @Test
    void everythingMayBecomeTooOld() {
        var room = roomThatKeeps(0, 60);
        append(room.messages("m", 3));
        store.age(room.room(), Duration.ofSeconds(90));

        assertThat(log.trim(room.room(), 500)).isEqualTo(3);

        assertThat(state(room)).returns(4L, RoomState::first).returns(3L, RoomState::head);
        assertThat(appended(room.message("m4")).seq()).isEqualTo(4);
    }

    @Test
    void ofCountAndAgeTheStricterHolds() {
        var room = roomThatKeeps(2, 60);
        append(room.messages("a", 3));
        log.trim(room.room(), 500);
        assertThat(ids(room)).containsExactly("a2", "a3");

        store.age(room.room(), Duration.ofSeconds(90));
        append(room.message("b1"));
        log.trim(room.room(), 500);

        assertThat(ids(room)).containsExactly("b1");
    }

    @Test
    void withoutARetentionAllIsKept() {
        var room = newRoom("lobby");
        append(room.messages("m", 5));
        store.age(room.room(), Duration.ofDays(4_000));

        assertThat(log.trim(room.room(), 500)).isZero();

        assertThat(ids(room)).hasSize(5);
    }

    @Test
    void aMissingRoomHasNothingToTrim() {
        assertThat(log.trim(new RoomId("nowhere"), 500)).isZero();
    }

    @Test
    void aTrimTakesTheOldestAndNoMoreThanAsked() {
        var room = roomThatKeeps(2, 0);
        append(room.messages("m", 10));

        assertThat(log.trim(room.room(), 3)).isEqualTo(3);
        assertThat(state(room).first()).isEqualTo(4);
        assertThat(ids(room)).startsWith("m4").endsWith("m10");

        assertThat(log.trim(room.room(), 3)).isEqualTo(3);
        assertThat(log.trim(room.room(), 3)).isEqualTo(2);
        assertThat(log.trim(room.room(), 3)).isZero();
        assertThat(ids(room)).containsExactly("m9", "m10");
    }

    @Test
    void aNewRetentionHoldsForWhatIsThereAlready() {
        var room = newRoom("lobby");
        append(room.messages("m", 5));
        append(room.newSettings("s1", settings(1, 0), 1));

        assertThat(log.trim(room.room(), 500)).isEqualTo(4);

        assertThat(ids(room)).containsExactly("m5", "s1");
    }

    @Test
    void trimmingOneRoomLeavesTheOthers() {
        var room = roomThatKeeps(1, 0);
        var other = newRoom("other", RoomKind.DURABLE, settings(1, 0));
        append(room.messages("m", 3));
        append(other.messages("m", 3));

        log.trim(room.room(), 500);

        assertThat(ids(other)).hasSize(3);
    }

    @Test
    void limitedRoomsAreListedInTheOrderOfTheirIds() {
        for (var id : List.of("b", "a_b", "a-b", "aab", "B", "a~b", "a.b", "9")) {
            newRoom(id, RoomKind.DURABLE, id.equals("B") ? settings(0, 9) : settings(9, 0));
        }
        newRoom("a0-keeps-all");

        assertThat(limited("", 500)).containsExactly("9", "B", "a-b", "a.b", "a_b", "aab", "a~b", "b");
        assertThat(limited("", 3)).containsExactly("9", "B", "a-b");
        assertThat(limited("a-b", 3)).containsExactly("a.b", "a_b", "aab");
        assertThat(limited("a0", 2)).containsExactly("a_b", "aab");
        assertThat(limited("b", 3)).isEmpty();
    }

    private List<String> limited(String after, int limit) {
        return log.limitedRooms(after, limit).stream().map(RoomId::value).toList();
    }

    @Test
    void aRoomIsLimitedByItsSettingsOfNow() {
        var room = roomThatKeeps(1, 0);
        append(room.newSettings("s1", settings(0, 0), 1));
        assertThat(limited("", 500)).isEmpty();

        append(room.underRules(2).newSettings("s2", settings(0, 5), 2));
        assertThat(limited("", 500)).containsExactly("lobby");

        append(room.underRules(3).destruction("d1", null));
        assertThat(limited("", 500)).isEmpty();
    }
}
