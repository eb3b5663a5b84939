package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.delivery.spi.Format;
import dev.parley.kernel.TypeFilter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// When an id is due that no event carries.
class StreamCursorsTest {

    private static final long OPENED = 1_000_000_000L;

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand.Room room = fixture.log.create("r", "aaaaaaaa");
    private final RoomCursor cursor = cursor();

    private RoomCursor cursor() {
        Tail tail = fixture.tails.acquire(room.id);
        var stream = (Stream) fixture.open(room, DeliveryFixture.FRESH).stream();
        assertThat(tail).isNotNull();
        var begun = new RoomOpening.Begun(tail, room.at(0), 0, Notice.Resume.FRESH, null);
        return new RoomCursor(stream, begun, TypeFilter.ALL);
    }

    private StreamCursors ofRooms(boolean multi) {
        var begun = new RoomOpening.Begun(cursor.tail(), room.at(0), 0, Notice.Resume.FRESH, null);
        return multi ? new MultiRoomCursors(List.of(), List.of(), Map.of(), OPENED) : new OneRoomCursors(cursor, begun);
    }

    private static long after(long millis) {
        return OPENED + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void onlyTheEventsOfASingleRoomCarryIds() {
        assertThat(ofRooms(false).format()).isEqualTo(Format.SSE_WITH_ID);
        assertThat(ofRooms(true).format()).isEqualTo(Format.SSE_WITHOUT_ID);
    }

    @Test
    void aStreamThatDeliveredNothingNeedsNoId() {
        for (boolean multi : new boolean[] {false, true}) {
            StreamCursors cursors = ofRooms(multi);

            assertThat(cursors.idDueAt()).isEqualTo(Long.MAX_VALUE);
            assertThat(cursors.idDue(after(3_600_000))).isFalse();
        }
    }

    @Test
    void eventsOfSeveralRoomsAreCoveredASecondAfterTheLastId() {
        StreamCursors cursors = ofRooms(true);
        cursors.delivered(cursor);

        assertThat(cursors.idDueAt()).isEqualTo(after(1_000));
        assertThat(cursors.idDue(after(999))).isFalse();
        assertThat(cursors.idDue(after(1_000))).isTrue();
    }

    @Test
    void eventsOfASingleRoomCoverThemselves() {
        StreamCursors cursors = ofRooms(false);
        cursors.delivered(cursor);

        assertThat(cursors.idDue(after(3_600_000))).isFalse();
    }

    @Test
    void whatWasLeftOutIsCoveredTenSecondsAfterTheFirst() {
        StreamCursors cursors = ofRooms(false);
        cursors.skipped(cursor, after(400));
        cursors.skipped(cursor, after(9_000));

        assertThat(cursors.idDueAt()).isEqualTo(after(10_400));
        assertThat(cursors.idDue(after(10_399))).isFalse();
        assertThat(cursors.idDue(after(10_400))).isTrue();
    }

    @Test
    void anEventCoversWhatWasLeftOutBeforeIt() {
        StreamCursors cursors = ofRooms(false);
        for (int i = 0; i < 99; i++) {
            cursors.skipped(cursor, after(i));
        }
        cursors.delivered(cursor);
        cursors.skipped(cursor, after(200));

        assertThat(cursors.idDue(after(201))).isFalse();
        assertThat(cursors.idDueAt()).isEqualTo(after(10_200));
    }

    @Test
    void theHundredthThatIsLeftOutIsCoveredAtOnceInASingleRoomAndOnceASecondInSeveral() {
        StreamCursors single = ofRooms(false);
        StreamCursors several = ofRooms(true);
        for (int i = 0; i < 99; i++) {
            single.skipped(cursor, after(0));
            several.skipped(cursor, after(0));
        }
        assertThat(single.idDue(after(1))).isFalse();
        assertThat(several.idDue(after(2_000))).isFalse();
        single.skipped(cursor, after(1));
        several.skipped(cursor, after(1));

        assertThat(single.idDue(after(1))).isTrue();
        assertThat(several.idDue(after(999))).isFalse();
        assertThat(several.idDue(after(1_000))).isTrue();
    }
}
