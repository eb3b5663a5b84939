package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Tier;
import dev.parley.log.AppendResult.IdReused;
import dev.parley.log.NewEvent;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What trimming leaves of an event still answers its repeats, for the window of the room's kind.
abstract class RememberedIdClauses extends StoreContract {

    private static final RoomSettings KEEPS_ONE = new RoomSettings("", new Retention(1, 0), 0, false);

    @Test
    void aRepeatOfATrimmedEventGetsTheFirstAnswer() {
        var room = newRoom("lobby", RoomKind.DURABLE, KEEPS_ONE);
        var event = new NewEvent(new EventType("text"), Tier.LOW, 90_000, 1L, JsonText.of("{\"a\":1}"));
        var results = append(room.message("m0"), room.message("m1", event), room.message("m2"));
        log.trim(room.room(), 500);

        assertThat(ids(room)).containsExactly("m2");
        assertThat(duplicate(appendOne(room.message("m1", event)))).isEqualTo(appended(results.get(1)));
        assertThat(appendOne(room.message("m1"))).isEqualTo(new IdReused(2));
        assertThat(ids(room)).containsExactly("m2");
    }

    @ParameterizedTest
    @CsvSource({"DURABLE, PT23H59M", "LIVE, PT9M30S"})
    void aTrimmedIdIsRememberedForTheWindowOfTheRoomsKind(RoomKind kind, Duration almost) {
        var room = newRoom("lobby", kind, KEEPS_ONE);
        var first = appended(append(room.message("m1"), room.message("m2")).getFirst());
        log.trim(room.room(), 500);

        store.age(room.room(), almost);
        sweepAll();

        assertThat(duplicate(appendOne(room.message("m1"))).seq()).isEqualTo(first.seq());
    }

    @ParameterizedTest
    @CsvSource({"DURABLE, PT24H30S", "LIVE, PT10M30S"})
    void aTrimmedIdIsForgottenAfterTheWindow(RoomKind kind, Duration window) {
        var room = newRoom("lobby", kind, KEEPS_ONE);
        append(room.message("m1"), room.message("m2"));
        log.trim(room.room(), 500);

        store.age(room.room(), window);
        sweepAll();

        assertThat(appended(room.message("m1")).seq()).isEqualTo(3);
    }

    @Test
    void anIdWhoseEventIsStillKeptIsFoundHoweverOldItIs() {
        var room = newRoom("lobby");
        var first = appended(room.message("m1"));

        store.age(room.room(), Duration.ofDays(400));
        sweepAll();

        assertThat(duplicate(appendOne(room.message("m1"))).seq()).isEqualTo(first.seq());
        assertThat(everything(room.room())).hasSize(1);
    }

    private void sweepAll() {
        while (log.sweep(500) == 500) {}
    }
}
