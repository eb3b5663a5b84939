package dev.parley.usecase;

import static dev.parley.usecase.FakePages.ROOM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.usecase.HistoryPage.Reason;
import dev.parley.usecase.HistoryPage.Skipped;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryReaderTest {

    private static final TypeFilter TEXT = new TypeFilter(Set.of("text"), Set.of());

    private final FakePages log = new FakePages();

    private Position at(long seq) {
        return new Position(log.epoch, seq);
    }

    private PageRequest after(long seq) {
        return new PageRequest.After(at(seq));
    }

    private PageRequest before(long seq) {
        return new PageRequest.Before(at(seq));
    }

    private void add(String type, int count) {
        for (int i = 0; i < count; i++) {
            log.add(type, 0);
        }
    }

    private void addExpired(int count) {
        for (int i = 0; i < count; i++) {
            log.add("text", log.now);
        }
    }

    private Answer<HistoryPage> answer(PageRequest from, int limit, TypeFilter types) {
        return HistoryReader.read(log, ROOM, new HistoryQuery(from, limit, types));
    }

    private HistoryPage read(PageRequest from, int limit, TypeFilter types) {
        return ((Answer.Ok<HistoryPage>) answer(from, limit, types)).value();
    }

    private HistoryPage read(PageRequest from, int limit) {
        return read(from, limit, TypeFilter.ALL);
    }

    private static List<Long> seqs(HistoryPage page) {
        return page.items().stream().map(Event::seq).toList();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void anEmptyRoomHasAnEmptyPageAndAPosition() {
        for (PageRequest from : List.of(after(0), before(1), new PageRequest.Newest())) {
            HistoryPage page = read(from, 50);
            assertThat(page.items()).isEmpty();
            assertThat(page.hasMore()).isFalse();
            assertThat(page.first()).isEqualTo(1);
            assertThat(page.head()).isZero();
        }
        assertThat(read(new PageRequest.Newest(), 50).next()).isEqualTo(at(0));
    }

    @Test
    void forwardPagesMeetWithoutAHole() {
        add("text", 10);
        HistoryPage first = read(after(2), 3);
        assertThat(seqs(first)).containsExactly(3L, 4L, 5L);
        assertThat(first.next()).isEqualTo(at(5));
        assertThat(first.hasMore()).isTrue();

        HistoryPage rest = read(new PageRequest.After(first.next()), 5);
        assertThat(seqs(rest)).isEqualTo(range(6, 10));
        assertThat(rest.next()).isEqualTo(at(10));
        assertThat(rest.hasMore()).as("exactly up to the head").isFalse();
    }

    @Test
    void backwardPagesAreAscendingAndGoOnBackward() {
        add("text", 10);
        HistoryPage page = read(before(9), 3);
        assertThat(seqs(page)).containsExactly(6L, 7L, 8L);
        assertThat(page.next()).isEqualTo(at(6));
        assertThat(page.hasMore()).isTrue();

        HistoryPage rest = read(new PageRequest.Before(page.next()), 5);
        assertThat(seqs(rest)).isEqualTo(range(1, 5));
        assertThat(rest.next()).isEqualTo(at(1));
        assertThat(rest.hasMore()).as("exactly down to the first").isFalse();
    }

    @Test
    void theNewestPageGoesOnForwardFromTheHead() {
        add("text", 10);
        HistoryPage page = read(new PageRequest.Newest(), 3);

        assertThat(seqs(page)).containsExactly(8L, 9L, 10L);
        assertThat(page.next()).isEqualTo(at(10));
        assertThat(page.hasMore()).isFalse();
    }

    @Test
    void whatCameWhileTheNewestPageWasGatheredIsMore() {
        add("other", 600);
        log.afterPage = () -> log.add("text", 0);
        HistoryPage page = read(new PageRequest.Newest(), 3, TEXT);

        assertThat(page.next()).as("the head of the first look").isEqualTo(at(600));
        assertThat(page.head()).isGreaterThan(600);
        assertThat(page.hasMore()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 499, 500})
    void aPageHasAtMostItsLimit(int limit) {
        add("text", 600);

        assertThat(seqs(read(after(0), limit))).isEqualTo(range(1, limit));
        assertThat(seqs(read(before(601), limit))).isEqualTo(range(601 - limit, 600));
        assertThat(seqs(read(new PageRequest.Newest(), limit))).isEqualTo(range(601 - limit, 600));
        assertThat(seqs(read(after(0), limit, TEXT))).isEqualTo(range(1, limit));
    }

    @Test
    void limitZeroTellsThePositionOnly() {
        add("text", 10);
        log.first = 4;
        HistoryPage newest = read(new PageRequest.Newest(), 0);
        assertThat(newest).isEqualTo(new HistoryPage(List.of(), log.epoch, 4, 10, at(10), false, List.of()));

        HistoryPage after = read(after(7), 0);
        assertThat(after.next()).isEqualTo(at(7));
        assertThat(after.hasMore()).isTrue();
        HistoryPage before = read(before(7), 0);
        assertThat(before.next()).isEqualTo(at(7));
        assertThat(before.hasMore()).isTrue();
        assertThat(read(after(10), 0).hasMore()).isFalse();
        assertThat(read(before(4), 0).hasMore()).isFalse();
    }

    @Test
    void limitsAreZeroTo500() {
        assertThatIllegalArgumentException().isThrownBy(() -> new HistoryQuery(after(0), -1, TypeFilter.ALL));
        assertThatIllegalArgumentException().isThrownBy(() -> new HistoryQuery(after(0), 501, TypeFilter.ALL));
    }

    @Test
    void aFilterMovesNextOverWhatItLeavesOut() {
        add("other", 700);
        add("text", 2);
        add("other", 5);
        HistoryPage page = read(after(0), 2, TEXT);
        assertThat(seqs(page)).containsExactly(701L, 702L);
        assertThat(page.next()).isEqualTo(at(702));
        assertThat(page.hasMore()).isTrue();

        HistoryPage rest = read(after(702), 2, TEXT);
        assertThat(rest.items()).isEmpty();
        assertThat(rest.next()).isEqualTo(at(707));
        assertThat(rest.hasMore()).isFalse();
        assertThat(rest.skipped()).as("a reader's own filter is not told").isEmpty();
    }

    @Test
    void aFilterWorksBackwardToo() {
        add("text", 1);
        add("other", 1_200);
        HistoryPage page = read(before(1_202), 1, TEXT);

        assertThat(seqs(page)).containsExactly(1L);
        assertThat(page.next()).isEqualTo(at(1));
        assertThat(page.hasMore()).isFalse();
        assertThat(seqs(read(new PageRequest.Newest(), 1, TEXT))).containsExactly(1L);
    }

    @Test
    void oneRequestLooksAtAboutFiveThousandEvents() {
        add("other", 5_700);
        add("text", 1);
        HistoryPage page = read(after(0), 1, TEXT);
        assertThat(page.items()).isEmpty();
        assertThat(page.next()).isEqualTo(at(5_000));
        assertThat(page.hasMore()).isTrue();
        assertThat(log.limits).hasSize(10);

        assertThat(seqs(read(new PageRequest.After(page.next()), 1, TEXT))).containsExactly(5_701L);
    }

    @Test
    void expiredEventsAreLeftOutAndTold() {
        add("text", 2);
        addExpired(3);
        add("text", 1);
        addExpired(1);
        HistoryPage page = read(after(0), 50);

        assertThat(seqs(page)).containsExactly(1L, 2L, 6L);
        assertThat(page.skipped())
                .containsExactly(new Skipped(3, 5, 3, Reason.EXPIRED), new Skipped(7, 7, 1, Reason.EXPIRED));
        assertThat(page.next()).isEqualTo(at(7));
        HistoryPage backward = read(before(8), 50);
        assertThat(seqs(backward)).isEqualTo(seqs(page));
        assertThat(backward.skipped()).isEqualTo(page.skipped());
        assertThat(backward.next()).isEqualTo(at(1));
    }

    @Test
    void theMomentOfExpiryCounts() {
        log.add("text", log.now + 1);
        log.add("text", log.now);

        assertThat(seqs(read(after(0), 50))).containsExactly(1L);
    }

    @Test
    void ofExpiredEventsOnlyThoseOfTheFilterAreTold() {
        log.add("other", log.now);
        log.add("text", log.now);
        log.add("other", 0);
        log.add("text", log.now);
        log.add("text", 0);
        HistoryPage page = read(after(0), 50, TEXT);

        assertThat(seqs(page)).containsExactly(5L);
        assertThat(page.skipped()).containsExactly(new Skipped(2, 4, 2, Reason.EXPIRED));
    }

    @Test
    void aLongStretchOfExpiredEventsTakesFewReads() {
        addExpired(3_000);
        add("text", 1);
        HistoryPage page = read(after(0), 1);

        assertThat(seqs(page)).containsExactly(3_001L);
        assertThat(page.skipped()).containsExactly(new Skipped(1, 3_000, 3_000, Reason.EXPIRED));
        assertThat(log.limits).hasSizeLessThan(20);
    }

    @Test
    void pagesThatAreFullInBytesAreReadOn() {
        add("text", 40);
        log.fits = 7;

        assertThat(seqs(read(after(0), 30))).isEqualTo(range(1, 30));
        assertThat(seqs(read(before(41), 30))).isEqualTo(range(11, 40));
        assertThat(seqs(read(new PageRequest.Newest(), 30))).isEqualTo(range(11, 40));
    }

    @Test
    void whatIsTrimmedMeanwhileEndsAForwardPage() {
        add("other", 1_000);
        add("text", 1);
        log.afterPage = () -> log.first = 900;
        HistoryPage page = read(after(0), 1, TEXT);

        assertThat(page.items()).isEmpty();
        assertThat(page.next()).isEqualTo(at(500));
        assertThat(page.hasMore()).isTrue();
        assertThat(answer(new PageRequest.After(page.next()), 1, TEXT))
                .isEqualTo(Answer.refused(new Refusal.CursorExpired(log.epoch, 900, 1_001)));
    }

    @Test
    void whatIsTrimmedMeanwhileIsTheEndOfABackwardPage() {
        add("text", 1);
        add("other", 1_000);
        log.afterPage = () -> log.first = 900;
        HistoryPage page = read(before(1_002), 1, TEXT);

        assertThat(page.items()).isEmpty();
        assertThat(page.hasMore()).isFalse();
        assertThat(page.first()).isEqualTo(900);
    }

    @Test
    void aRoomThatGoesMeanwhileEndsThePageAsItWas() {
        add("other", 1_000);
        add("text", 1);
        Epoch old = log.epoch;
        log.afterPage = () -> log.epoch = new Epoch(5, new Life("bbbbbbbb"));
        HistoryPage page = read(after(0), 1, TEXT);

        assertThat(page.epoch()).isEqualTo(old);
        assertThat(page.next()).isEqualTo(new Position(old, 500));
        assertThat(page.hasMore()).isTrue();
    }

    @Test
    void cursorsThatLeadNowhereAreRefusedWithWhereTheLogIs() {
        add("text", 10);
        log.first = 5;
        Epoch epoch = log.epoch;
        var other = new PageRequest.After(new Position(new Epoch(5, new Life("bbbbbbbb")), 1));

        assertThat(answer(after(3), 1, TypeFilter.ALL))
                .isEqualTo(Answer.refused(new Refusal.CursorExpired(epoch, 5, 10)));
        assertThat(answer(after(11), 1, TypeFilter.ALL))
                .isEqualTo(Answer.refused(new Refusal.CursorAhead(epoch, 5, 10)));
        assertThat(answer(before(12), 1, TypeFilter.ALL))
                .isEqualTo(Answer.refused(new Refusal.CursorAhead(epoch, 5, 10)));
        assertThat(answer(other, 1, TypeFilter.ALL)).isEqualTo(Answer.refused(new Refusal.EpochChanged(epoch, 5, 10)));
        assertThat(seqs(read(after(4), 50))).as("just before the first").isEqualTo(range(5, 10));
        assertThat(seqs(read(before(11), 50))).as("just after the head").isEqualTo(range(5, 10));
        assertThat(read(before(2), 50).items()).as("nothing is kept there").isEmpty();
    }

    @Test
    void aRoomThatDoesNotExistIsNotFound() {
        var nowhere = new FakePages() {
            @Override
            public LogPage page(RoomId room, PageRequest from, int limit) {
                return new LogPage.NoSuchRoom();
            }
        };
        assertThat(HistoryReader.read(nowhere, ROOM, new HistoryQuery(after(0), 1, TypeFilter.ALL)))
                .isEqualTo(Answer.refused(new Refusal.RoomNotFound()));
    }

    /// Whatever the filter, the limit and the expiries: pages that follow each other show every event once.
    @Test
    void pagingThroughShowsEverythingOnceInBothDirections() {
        for (int i = 0; i < 200; i++) {
            log.add(i % 3 == 0 ? "other" : "text", i % 7 == 0 ? log.now : 0);
        }
        log.fits = 11;
        for (TypeFilter types : List.of(TypeFilter.ALL, TEXT)) {
            List<Long> expected = log.log.stream()
                    .filter(event -> types.passes(event.type()) && !event.expired(log.now))
                    .map(Event::seq)
                    .toList();
            for (int limit : new int[] {1, 2, 13, 500}) {
                assertThat(pageThrough(after(0), limit, types)).isEqualTo(expected);
                List<Long> backward = new ArrayList<>(pageThrough(before(201), limit, types));
                Collections.sort(backward);
                assertThat(backward).isEqualTo(expected);
            }
        }
    }

    private List<Long> pageThrough(PageRequest from, int limit, TypeFilter types) {
        List<Long> seen = new ArrayList<>();
        HistoryPage page = read(from, limit, types);
        seen.addAll(seqs(page));
        while (page.hasMore()) {
            page = read(
                    from instanceof PageRequest.After
                            ? new PageRequest.After(page.next())
                            : new PageRequest.Before(page.next()),
                    limit,
                    types);
            seen.addAll(seqs(page));
        }
        return seen;
    }

    @Test
    void filtersSelectOrExcludeByNameOrPrefix() {
        assertThat(passes(TypeFilter.ALL, "text", "room.updated")).containsExactly(true, true);
        assertThat(passes(TEXT, "text", "texts", "other")).containsExactly(true, false, false);
        assertThat(passes(new TypeFilter(Set.of("room.*"), Set.of()), "room.updated", "roommate", "text"))
                .containsExactly(true, false, false);
        assertThat(passes(new TypeFilter(Set.of(), Set.of("room.*")), "room.updated", "text"))
                .containsExactly(false, true);
        assertThat(passes(new TypeFilter(Set.of("a*"), Set.of("ab")), "a", "ab", "abc", "b"))
                .containsExactly(true, false, true, false);
    }

    private static List<Boolean> passes(TypeFilter filter, String... types) {
        return List.of(types).stream()
                .map(type -> filter.passes(new EventType(type)))
                .toList();
    }

    @Test
    void aPageOfBigMessagesEndsAtAboutAMebibyteAndTheNextOneGoesOn() {
        String data = "\"" + "x".repeat(16_382) + "\"";
        for (int i = 0; i < 200; i++) {
            log.add("text", 0, data);
        }
        HistoryPage page = read(after(0), 500);

        assertThat(page.items()).hasSize(HistoryReader.MAX_BYTES / 16_384);
        assertThat(page.hasMore()).isTrue();
        assertThat(seqs(read(after(page.next().seq()), 500)))
                .startsWith(page.next().seq() + 1);
        assertThat(seqs(read(new PageRequest.Newest(), 500))).hasSize(64).endsWith(200L);
    }
}
