package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.delivery.spi.Format;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// When an id is due that no event carries.
class StreamCursorsTest {

    private static final long OPENED = 1_000_000_000L;

    private static StreamCursors ofRooms(boolean multi) {
        return new StreamCursors(multi, List.of(), List.of(), List.of(), Map.of(), OPENED);
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
        cursors.delivered();

        assertThat(cursors.idDueAt()).isEqualTo(after(1_000));
        assertThat(cursors.idDue(after(999))).isFalse();
        assertThat(cursors.idDue(after(1_000))).isTrue();
    }

    @Test
    void eventsOfASingleRoomCoverThemselves() {
        StreamCursors cursors = ofRooms(false);
        cursors.delivered();

        assertThat(cursors.idDue(after(3_600_000))).isFalse();
    }

    @Test
    void whatWasLeftOutIsCoveredTenSecondsAfterTheFirst() {
        StreamCursors cursors = ofRooms(false);
        cursors.skipped(after(400));
        cursors.skipped(after(9_000));

        assertThat(cursors.idDueAt()).isEqualTo(after(10_400));
        assertThat(cursors.idDue(after(10_399))).isFalse();
        assertThat(cursors.idDue(after(10_400))).isTrue();
    }

    @Test
    void anEventCoversWhatWasLeftOutBeforeIt() {
        StreamCursors cursors = ofRooms(false);
        for (int i = 0; i < 99; i++) {
            cursors.skipped(after(i));
        }
        cursors.delivered();
        cursors.skipped(after(200));

        assertThat(cursors.idDue(after(201))).isFalse();
        assertThat(cursors.idDueAt()).isEqualTo(after(10_200));
    }

    @Test
    void theHundredthThatIsLeftOutIsCoveredAtOnceInASingleRoomAndOnceASecondInSeveral() {
        StreamCursors single = ofRooms(false);
        StreamCursors several = ofRooms(true);
        for (int i = 0; i < 99; i++) {
            single.skipped(after(0));
            several.skipped(after(0));
        }
        assertThat(single.idDue(after(1))).isFalse();
        assertThat(several.idDue(after(2_000))).isFalse();
        single.skipped(after(1));
        several.skipped(after(1));

        assertThat(single.idDue(after(1))).isTrue();
        assertThat(several.idDue(after(999))).isFalse();
        assertThat(several.idDue(after(1_000))).isTrue();
    }
}
