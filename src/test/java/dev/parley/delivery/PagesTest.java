package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Life;
import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.spi.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PagesTest {

    private final ManualTime time = new ManualTime();
    private final ManualOffload offload = new ManualOffload();
    private final LogOnHand log = new LogOnHand();
    private final StoreTime storeTime = new StoreTime(time);
    private final DeliveryBudget budget = new DeliveryBudget(64 << 20);
    private final Pages pages = new Pages(log, offload, time, storeTime, budget, StreamObserver.NONE);
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");
    private final List<Pages.Found> found = new ArrayList<>();

    private void settle() {
        do {
            offload.finishAll();
            time.advanceMillis(0);
        } while (offload.open() > 0);
    }

    private void ask(RoomId id, Position cursor) {
        pages.read(id, cursor, 0, found::add);
        time.advanceMillis(0);
    }

    private Pages.Found read(long cursor) {
        ask(room.id, room.at(cursor));
        settle();
        return found.getLast();
    }

    /// The seqs that the page has for who stands at this cursor.
    private static List<Long> seqs(Pages.Found found, long cursor) {
        var page = ((Pages.Rows) found).page();
        return LongStream.rangeClosed(cursor + 1, page.last())
                .mapToObj(seq -> page.at(seq).event().seq())
                .toList();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    /// Where reads of the log began.
    private List<String> readsAfter() {
        return log.reads.stream()
                .map(read -> read.replaceAll("^r After\\[position=.*:(\\d+)]$", "$1"))
                .toList();
    }

    @Test
    void aPageBeginsAtAFixedSeqAndHoldsWhatFollowsTheCursor() {
        log.add(room, 1_000);

        Pages.Found page = read(300);

        assertThat(seqs(page, 300)).isEqualTo(range(301, 512));
        assertThat(page).extracting("first", "head").containsExactly(1L, 1_000L);
        assertThat(readsAfter()).containsExactly("256");
    }

    @Test
    void whoeverWaitsForAPageSharesItsOneRead() {
        log.add(room, 1_000);
        for (int cursor = 256; cursor < 306; cursor++) {
            ask(room.id, room.at(cursor));
        }
        assertThat(offload.open()).isEqualTo(1);
        settle();

        assertThat(readsAfter()).containsExactly("256");
        for (int i = 0; i < 50; i++) {
            assertThat(seqs(found.get(i), 256 + i)).isEqualTo(range(257 + i, 512));
        }
    }

    @Test
    void roomsAreReadEachForItself() {
        log.add(room, 300);
        LogOnHand.Room other = log.create("other", "bbbbbbbb");
        log.add(other, 600);
        ask(room.id, room.at(0));
        ask(other.id, other.at(0));
        settle();

        assertThat(log.reads).hasSize(2);
        assertThat(found).extracting("head").containsExactlyInAnyOrder(300L, 600L);
    }

    @Test
    void aPageThatWasReadIsNotReadAgain() {
        log.add(room, 300);
        read(0);
        read(10);
        read(256);

        assertThat(seqs(read(290), 290)).isEqualTo(range(291, 300));
        assertThat(readsAfter()).containsExactly("0", "256");
    }

    @Test
    void theLastPageIsReadAgainForWhoStandsAtItsEnd() {
        log.add(room, 300);
        read(256);
        log.add(room, 300);

        assertThat(seqs(read(270), 270)).as("what was read").isEqualTo(range(271, 300));
        assertThat(readsAfter()).containsExactly("256");
        assertThat(seqs(read(300), 300)).as("what came since").isEqualTo(range(301, 512));
        read(300);
        read(256);
        assertThat(readsAfter()).containsExactly("256", "256");
    }

    @Test
    void anEmptyPageIsNotKept() {
        log.add(room, 256);
        assertThat(seqs(read(256), 256)).isEmpty();
        log.add(room, 1);

        assertThat(seqs(read(256), 256)).containsExactly(257L);
    }

    @Test
    void fourReadsAreUnderWayAtMost() {
        log.add(room, 10 * Pages.SIZE);
        for (int page = 0; page < 10; page++) {
            ask(room.id, room.at(page * Pages.SIZE));
        }
        assertThat(offload.open()).isEqualTo(4);
        offload.finishNext();
        assertThat(offload.open()).isEqualTo(4);
        settle();

        assertThat(found).hasSize(10);
    }

    @Test
    void ofManyPagesThoseThatWereUsedLastAreKept() {
        log.add(room, (Pages.KEPT_PAGES + 3) * Pages.SIZE);
        for (int page = 0; page < Pages.KEPT_PAGES; page++) {
            read((long) page * Pages.SIZE);
        }
        read(0);
        read((long) Pages.KEPT_PAGES * Pages.SIZE);
        int reads = log.reads.size();
        assertThat(reads).isEqualTo(Pages.KEPT_PAGES + 1);

        read(0);
        read(2L * Pages.SIZE);
        assertThat(log.reads).as("used since").hasSize(reads);
        read(Pages.SIZE);
        assertThat(log.reads).as("the one that was not used longest").hasSize(reads + 1);
    }

    @Test
    void keptPagesAreBoundedInBytes() {
        String data = "\"" + "x".repeat(4_000) + "\"";
        for (int i = 0; i < 21 * Pages.SIZE; i++) {
            log.add(room, "text", data, null, "anna");
        }
        for (int page = 0; page < 20; page++) {
            read((long) page * Pages.SIZE);
        }
        int reads = log.reads.size();

        read(19L * Pages.SIZE);
        read(6L * Pages.SIZE);
        assertThat(log.reads).as("fifteen of about 1.1 MB").hasSize(reads);
        read(0);
        assertThat(log.reads).hasSize(reads + 1);
    }

    @Test
    void aPageThatBytesCutShortIsGoneOnWithUpToTheNextFixedSeq() {
        log.add(room, 600);
        log.fits = 100;

        assertThat(seqs(read(150), 150)).isEqualTo(range(151, 200));
        assertThat(seqs(read(230), 230)).isEqualTo(range(231, 256));
        assertThat(readsAfter()).containsExactly("0", "100", "200");
    }

    @Test
    void whoStandsAtTheHeadIsToldThatNothingFollows() {
        log.add(room, 300);

        assertThat(seqs(read(300), 300)).isEmpty();
    }

    @Test
    void aCursorWhoseNextEventIsGoneIsTrimmed() {
        log.add(room, 1_000);
        room.first = 400;

        assertThat(read(100)).isEqualTo(new Pages.Trimmed(400, 1_000));
        assertThat(read(398)).isEqualTo(new Pages.Trimmed(400, 1_000));
        assertThat(seqs(read(399), 399)).startsWith(400L);
        assertThat(seqs(read(450), 450)).isEqualTo(range(451, 512));
    }

    @Test
    void aCursorOfNoLogOrOfAnotherLeadsNowhere() {
        log.add(room, 10);
        ask(new RoomId("none"), room.at(0));
        ask(room.id, new Position(new Epoch(4, new Life("aaaaaaaa")), 3));
        ask(room.id, room.at(2_000));
        settle();

        assertThat(found).hasSize(3).hasOnlyElementsOfType(Pages.Nowhere.class);
    }

    @Test
    void whatCannotBeReadIsToldToAllWhoWaitAndReadAgainForTheNext() {
        log.add(room, 600);
        log.broken = new StoreUnavailableException("away");
        ask(room.id, room.at(0));
        ask(room.id, room.at(10));
        settle();
        assertThat(found).hasSize(2).hasOnlyElementsOfType(Pages.Unreadable.class);
        log.broken = null;

        assertThat(seqs(read(10), 10)).isEqualTo(range(11, 256));
    }

    @Test
    void aPageShowsTheStoresClock() {
        log.add(room, 3);
        log.now = 5_000_000;
        read(0);

        assertThat(storeTime.now()).isEqualTo(5_000_000);
    }
}
