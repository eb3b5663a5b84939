package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Position;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A page is a contiguous stretch of one snapshot, or says why there is none.
abstract class PageClauses extends StoreContract {

    /// Ten messages, of which seqs 4 to 10 are kept.
    private Appends trimmedRoom() {
        var room = newRoom("lobby", RoomKind.DURABLE, new RoomSettings("", new Retention(7, 0), 0, false));
        append(room.messages("m", 10));
        log.trim(room.room(), 500);
        return room;
    }

    /// Three messages, none of which is kept.
    private Appends emptiedRoom() {
        var room = newRoom("lobby", RoomKind.DURABLE, new RoomSettings("", new Retention(0, 60), 0, false));
        append(room.messages("m", 3));
        store.age(room.room(), Duration.ofMinutes(2));
        log.trim(room.room(), 500);
        return room;
    }

    @Test
    void afterFirstMinusOneBeginsAtFirst() {
        var room = trimmedRoom();

        assertThat(seqs(after(room, 3, 500))).containsExactly(4L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(seqs(after(room, 3, 2))).containsExactly(4L, 5L);
    }

    @Test
    void afterFirstBeginsAtTheNext() {
        assertThat(seqs(after(trimmedRoom(), 4, 2))).containsExactly(5L, 6L);
    }

    @Test
    void belowFirstMinusOneIsTrimmed() {
        var room = trimmedRoom();
        var trimmed = new LogPage.Trimmed(state(room).epoch(), 4, 10);

        assertThat(after(room, 2, 500)).isEqualTo(trimmed);
        assertThat(after(room, 0, 500)).isEqualTo(trimmed);
    }

    @Test
    void afterTheHeadIsAnEmptyPage() {
        var room = trimmedRoom();

        assertThat(seqs(after(room, 9, 500))).containsExactly(10L);
        assertThat(seqs(after(room, 10, 500))).isEmpty();
    }

    @Test
    void aboveTheHeadIsAhead() {
        var room = trimmedRoom();
        var ahead = new LogPage.Ahead(state(room).epoch(), 4, 10);

        assertThat(after(room, 11, 500)).isEqualTo(ahead);
        assertThat(after(room, Long.MAX_VALUE, 500)).isEqualTo(ahead);
    }

    @Test
    void anEmptyRoomHasAnEmptyPageAfterZero() {
        var room = newRoom("lobby");

        assertThat(rows(after(room, 0, 500)).events()).isEmpty();
        assertThat(rows(newest(room, 500)).events()).isEmpty();
        assertThat(rows(before(room, 1, 500)).events()).isEmpty();
        assertThat(after(room, 1, 500)).isInstanceOf(LogPage.Ahead.class);
    }

    @Test
    void aCursorAtTheHeadIsNotTrimmedWhenNothingIsKept() {
        var room = emptiedRoom();

        var page = rows(after(room, 3, 500));

        assertThat(page.events()).isEmpty();
        assertThat(page.first()).isEqualTo(4);
        assertThat(page.head()).isEqualTo(3);
        assertThat(after(room, 2, 500))
                .isEqualTo(new LogPage.Trimmed(state(room).epoch(), 4, 3));
        assertThat(after(room, 4, 500)).isEqualTo(new LogPage.Ahead(state(room).epoch(), 4, 3));
    }

    @Test
    void beforeAndNewestAreEmptyWhenNothingIsKept() {
        var room = emptiedRoom();

        assertThat(seqs(newest(room, 500))).isEmpty();
        assertThat(seqs(before(room, 4, 500))).isEmpty();
        assertThat(before(room, 5, 500)).isEqualTo(new LogPage.Ahead(state(room).epoch(), 4, 3));
    }

    @Test
    void aLogGoesOnAfterEverythingWasTrimmed() {
        var room = emptiedRoom();

        append(room.message("m4"));

        assertThat(seqs(after(room, 3, 500))).containsExactly(4L);
    }

    @Test
    void beforeEndsJustBelow() {
        var room = trimmedRoom();

        assertThat(seqs(before(room, 11, 500))).containsExactly(4L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(seqs(before(room, 11, 2))).containsExactly(9L, 10L);
        assertThat(seqs(before(room, 10, 2))).containsExactly(8L, 9L);
        assertThat(seqs(before(room, 5, 2))).containsExactly(4L);
    }

    @Test
    void atOrBelowFirstThereIsNothingBefore() {
        var room = trimmedRoom();

        for (long seq : List.of(4L, 3L, 1L, 0L)) {
            assertThat(seqs(before(room, seq, 500))).isEmpty();
        }
    }

    @Test
    void beforeAPlaceAboveTheNextSeqIsAhead() {
        var room = trimmedRoom();

        assertThat(before(room, 12, 500))
                .isEqualTo(new LogPage.Ahead(state(room).epoch(), 4, 10));
    }

    @Test
    void newestEndsAtTheHead() {
        var room = trimmedRoom();

        assertThat(seqs(newest(room, 3))).containsExactly(8L, 9L, 10L);
        assertThat(seqs(newest(room, 500))).hasSize(7);
    }

    @Test
    void aPositionOfAnotherLogIsOtherEpochWhateverItsSeq() {
        var room = trimmedRoom();
        var epoch = state(room).epoch();
        var strangers = List.of(
                state(newRoom("other")).epoch(),
                new Epoch(epoch.generation() + 1, epoch.life()),
                new Epoch(0, epoch.life()));

        for (var stranger : strangers) {
            for (long seq : List.of(0L, 2L, 3L, 7L, 10L, 11L, 99L)) {
                var position = new Position(stranger, seq);
                var expected = new LogPage.OtherEpoch(epoch, 4, 10);
                assertThat(log.page(room.room(), new PageRequest.After(position), 5))
                        .isEqualTo(expected);
                assertThat(log.page(room.room(), new PageRequest.Before(position), 5))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void aPageNamesEpochFirstHeadAndTheStoresTime() {
        var room = trimmedRoom();
        var state = state(room);

        for (var page : List.of(after(room, 5, 2), before(room, 8, 2), newest(room, 2))) {
            assertThat(rows(page))
                    .returns(state.epoch(), LogPage.Rows::epoch)
                    .returns(4L, LogPage.Rows::first)
                    .returns(10L, LogPage.Rows::head)
                    .satisfies(it -> assertThat(it.storeNow()).isGreaterThanOrEqualTo(state.createdAt()));
        }
    }
}
