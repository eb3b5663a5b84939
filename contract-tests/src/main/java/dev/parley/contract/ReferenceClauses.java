package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.MessageStands;
import dev.parley.log.LogPage;
import dev.parley.log.MessageRefusal;
import dev.parley.log.NewEvent;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import org.junit.jupiter.api.Test;

/// Messages that refer to others: to what is there, and found by it.
abstract class ReferenceClauses extends StoreContract {

    private static Append answer(Appends room, String id, long ref) {
        return room.message(id, new NewEvent(new EventType("text"), Tier.HIGH, 0, ref, JsonText.of("\"" + id + "\"")));
    }

    @Test
    void whatRefersToAMessageIsReadInOrderAndInPages() {
        var room = newRoom("lobby");
        var other = newRoom("hall");
        append(room.message("m1"), room.message("m2"), other.message("m1"), answer(other, "x", 1));
        append(answer(room, "a3", 1), answer(room, "b4", 2), answer(room, "a5", 1), answer(room, "a6", 1));

        assertThat(seqs(log.answers(room.room(), 1, null, 500))).containsExactly(3L, 5L, 6L);
        assertThat(seqs(log.answers(room.room(), 1, null, 2))).containsExactly(3L, 5L);
        assertThat(seqs(log.answers(room.room(), 1, position(room, 5), 2))).containsExactly(6L);
        assertThat(seqs(log.answers(room.room(), 2, null, 500))).containsExactly(4L);
        assertThat(seqs(log.answers(room.room(), 3, null, 500))).isEmpty();
        assertThat(rows(log.answers(room.room(), 3, null, 500)).head()).isEqualTo(6);
    }

    @Test
    void theyAreReadAsTheyStandAndWithoutWhatTellsOfChanges() {
        var room = newRoom("lobby");
        append(room.message("m1"), answer(room, "a2", 1), answer(room, "a3", 1));
        append(room.edit("e1", 2, "\"new\""), room.deletion("d1", 3), room.edit("e2", 1, "1"));

        var found = rows(log.answers(room.room(), 1, null, 500)).events();

        assertThat(found).extracting(Event::seq).containsExactly(2L, 3L);
        assertThat(found.getFirst().data()).isEqualTo(JsonText.of("\"new\""));
        assertThat(found.getLast().deleted()).isTrue();
    }

    @Test
    void nothingRefersToWhatIsNotThereYet() {
        var room = newRoom("lobby");
        append(room.message("m1"));

        var results = append(answer(room, "a2", 2), answer(room, "a1", 1), answer(room, "a3", 2));

        assertThat(results.getFirst()).isEqualTo(new MessageStands(new MessageRefusal.NotFound()));
        assertThat(appended(results.get(1)).seq()).isEqualTo(2);
        assertThat(appended(results.get(2)).seq()).isEqualTo(3);
    }

    @Test
    void whatWasTrimmedMayBeReferredToAndRefersToNothing() {
        var room = newRoom("lobby", RoomKind.DURABLE, new RoomSettings("", new Retention(1, 0), 0, false));
        append(room.message("m1"), answer(room, "a2", 1), answer(room, "a3", 1));
        log.trim(room.room(), 500);

        assertThat(seqs(log.answers(room.room(), 1, null, 500))).containsExactly(3L);
        assertThat(seqs(log.answers(room.room(), 1, position(room, 1), 500))).containsExactly(3L);
        appended(answer(room, "a4", 1));
    }

    @Test
    void aCursorOfAnotherLogOrAheadIsToldSo() {
        var room = newRoom("lobby");
        var other = newRoom("hall");
        append(room.message("m1"), other.message("m1"));

        assertThat(log.answers(room.room(), 1, position(other, 1), 5)).isInstanceOf(LogPage.OtherEpoch.class);
        assertThat(log.answers(room.room(), 1, position(room, 9), 5)).isInstanceOf(LogPage.Ahead.class);
        assertThat(log.answers(new RoomId("nowhere"), 1, null, 5)).isInstanceOf(LogPage.NoSuchRoom.class);
    }
}
