package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.Overflow;
import dev.parley.simulation.Findings;
import dev.parley.simulation.streams.Frame.Resume;
import dev.parley.simulation.streams.Transcript.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What the checker says of single connections, each written down by hand. The log has ten events; the third is of
/// another type, the fourth the server's own.
class StreamCheckerTest {

    private static final RoomId ROOM = new RoomId("room");
    private static final RoomId OTHER = new RoomId("other");
    private static final Epoch EPOCH = new Epoch(7, new Life("aaaaaaaa"));
    private static final Epoch NEXT = new Epoch(8, new Life("aaaaaaaa"));
    private static final long SECOND = 1_000_000_000L;

    private final LogHistory log = new LogHistory(0);
    private final List<Frame> frames = new ArrayList<>();
    private TypeFilter types = TypeFilter.ALL;
    private Map<RoomId, Position> cursor = Map.of();
    private int rewind;
    private Ending ending = Ending.LOST;

    StreamCheckerTest() {
        log.begin(ROOM, EPOCH, 0);
        for (long seq = 1; seq <= 10; seq++) {
            log.commit(event(EPOCH, seq), seq);
        }
    }

    private static Event event(Epoch epoch, long seq) {
        String type = seq == 3 ? "mood" : seq == 4 ? "room.updated" : "text";
        return new Event(
                ROOM,
                new Position(epoch, seq),
                new EventType(type),
                Tier.HIGH,
                Author.server(),
                new ClientMessageId("m" + seq),
                0,
                JsonText.of("\"" + seq + "\""),
                null,
                seq == 6 ? 1_500L : null);
    }

    private static Position at(long seq) {
        return new Position(EPOCH, seq);
    }

    private StreamCheckerTest hello(Resume resume, String id) {
        frames.add(new Frame.Retry(2_000));
        frames.add(new Frame.Hello(id, "s", Map.of(ROOM, new Frame.Room(EPOCH, 10, resume))));
        return this;
    }

    private StreamCheckerTest resumedAt(long seq) {
        cursor = Map.of(ROOM, at(seq));
        return hello(Resume.RESUMED, at(seq).text());
    }

    private StreamCheckerTest events(long... seqs) {
        for (long seq : seqs) {
            Event event = event(EPOCH, seq);
            frames.add(new Frame.Message(
                    at(seq).text(),
                    ROOM,
                    EPOCH,
                    seq,
                    event.type().value(),
                    event.data().toString()));
        }
        return this;
    }

    private StreamCheckerTest then(Frame frame) {
        frames.add(frame);
        return this;
    }

    private StreamCheckerTest caughtUp(long seq, long replayed) {
        return then(new Frame.CaughtUp(ROOM, EPOCH, seq, replayed));
    }

    private static Frame gap(long first, long head, String reason) {
        return new Frame.Gap(EPOCH.text() + ":" + (first - 1), ROOM, EPOCH, 1, first - 1, first, head, reason);
    }

    private List<String> findings() {
        var transcript = new Transcript(
                "client", new Ask(List.of(ROOM), false, cursor, false, rewind, types, true, Long.MAX_VALUE), SECOND);
        long now = SECOND;
        for (Frame frame : frames) {
            transcript.add(new Transcript.Written(++now, frame));
        }
        transcript.add(new Transcript.Ended(++now, ending));
        var findings = new Findings();
        var checker = new StreamChecker(log, findings);
        if (ending == Ending.OPEN) {
            checker.atRest(transcript);
        } else {
            checker.check(transcript);
        }
        return findings.all();
    }

    private void isSound() {
        assertThat(findings()).isEmpty();
    }

    private void isFound(String rule) {
        assertThat(findings()).anySatisfy(finding -> assertThat(finding).startsWith(rule));
    }

    @Test
    void aFreshStreamThatStartsAtTheHeadIsSound() {
        hello(Resume.FRESH, "7aaaaaaaa:10").caughtUp(10, 0).isSound();
    }

    @Test
    void aResumedStreamThatGetsEverythingIsSound() {
        ending = Ending.OPEN;
        resumedAt(7).events(8, 9, 10).caughtUp(10, 3).isSound();
    }

    @Test
    void aHoleIsFound() {
        resumedAt(7).events(8, 10).isFound("nothing is left out");
    }

    @Test
    void aRepeatIsFound() {
        resumedAt(7).events(7, 8).isFound("nothing is repeated");
    }

    @Test
    void aHelloThatNamesTheHeadToOneWhoResumesIsFound() {
        cursor = Map.of(ROOM, at(7));
        hello(Resume.RESUMED, "7aaaaaaaa:10").isFound("hello's id is where the client is");
    }

    @Test
    void aCursorThatIsTakenForNoneIsFound() {
        cursor = Map.of(ROOM, at(7));
        hello(Resume.FRESH, "7aaaaaaaa:10").isFound("fresh is who has no cursor");
    }

    @Test
    void whatTheFilterLeavesOutIsNotMissed() {
        types = new TypeFilter(Set.of("text"), Set.of());
        resumedAt(1).events(2, 4, 5).isSound();
    }

    @Test
    void aSystemEventThatIsFilteredAwayIsFound() {
        types = new TypeFilter(Set.of("text"), Set.of());
        resumedAt(1).events(2, 5).isFound("nothing is left out");
    }

    @Test
    void anEventThatWasNotAskedForIsFound() {
        types = new TypeFilter(Set.of("text"), Set.of());
        resumedAt(1).events(2, 3).isFound("only what was asked for");
    }

    @Test
    void anotherBodyIsFound() {
        resumedAt(1)
                .then(new Frame.Message(at(2).text(), ROOM, EPOCH, 2, "text", "\"two\""))
                .isFound("what is written is in the log");
    }

    @Test
    void anotherRoomsEventIsFound() {
        resumedAt(1)
                .then(new Frame.Message(at(2).text(), OTHER, EPOCH, 2, "text", "\"2\""))
                .isFound("only of rooms of this stream");
    }

    @Test
    void anIdAheadOfWhatWasWrittenIsFound() {
        resumedAt(7).events(8).then(new Frame.Cursor("7aaaaaaaa:10")).isFound("nothing is left out");
    }

    @Test
    void aGapForWhatWasTrimmedIsSound() {
        log.life(ROOM, EPOCH).trim(6, 500);
        cursor = Map.of(ROOM, at(0));
        hello(Resume.GAP, null)
                .then(gap(6, 10, "cursor-expired"))
                .events(6, 7, 8, 9, 10)
                .caughtUp(10, 5)
                .isSound();
    }

    @Test
    void aGapForWhatIsKeptIsFound() {
        cursor = Map.of(ROOM, at(0));
        hello(Resume.GAP, null).then(gap(6, 10, "cursor-expired")).isFound("a gap names where the log begins");
    }

    @Test
    void aGapThatSkipsMoreThanWasTrimmedIsFound() {
        log.life(ROOM, EPOCH).trim(5, 500);
        cursor = Map.of(ROOM, at(0));
        hello(Resume.GAP, null).then(gap(6, 10, "cursor-expired")).isFound("a gap names where the log begins");
    }

    @Test
    void anUntrueChangeOfTheEpochIsFound() {
        cursor = Map.of(ROOM, at(4));
        hello(Resume.GAP, null)
                .then(new Frame.Gap("7aaaaaaaa:10", ROOM, EPOCH, 0, 0, 1, 10, "epoch-changed"))
                .isFound("a gap for an epoch that has not changed");
    }

    @Test
    void anEpochThatIsIgnoredIsFound() {
        cursor = Map.of(ROOM, new Position(NEXT, 7));
        hello(Resume.RESUMED, "7aaaaaaaa:7").isFound("resumed is who has a cursor of this log");
    }

    @Test
    void whoStillReadsALogThatIsOverWhenAllIsAtRestIsFound() {
        ending = Ending.OPEN;
        log.life(ROOM, EPOCH).end(500);
        log.begin(ROOM, NEXT, 500);
        resumedAt(10).caughtUp(10, 0).isFound("at rest every client reads the log the room has");
    }

    @Test
    void eventsBeforeTheGapThatIsDueAreFound() {
        cursor = Map.of(ROOM, at(0));
        hello(Resume.GAP, null).events(1).isFound("the gap comes first");
    }

    @Test
    void whatHasNotExpiredAndIsDroppedIsFound() {
        resumedAt(5)
                .then(new Frame.Dropped("7aaaaaaaa:6", ROOM, EPOCH, Tier.HIGH, 6, 6, 1, "expired"))
                .events(7)
                .isFound("what is dropped has expired");
    }

    private static Frame dropped(long id, Tier tier, long from, long to, long count) {
        return new Frame.Dropped(at(id).text(), ROOM, EPOCH, tier, from, to, count, "slow");
    }

    @Test
    void whatIsShedAndToldIsSound() {
        log.overflow(ROOM, Overflow.SHED);
        resumedAt(5).then(dropped(7, Tier.HIGH, 6, 7, 2)).events(8).isSound();
    }

    @Test
    void whatIsShedInARoomThatCatchesUpIsFound() {
        resumedAt(5)
                .then(dropped(7, Tier.HIGH, 6, 7, 2))
                .events(8)
                .isFound("what is dropped is dropped for a reason of its room");
    }

    @Test
    void whatIsShedAndCountedWronglyIsFound() {
        log.overflow(ROOM, Overflow.SHED);
        for (long count : new long[] {1, 3}) {
            frames.clear();
            resumedAt(5).then(dropped(7, Tier.HIGH, 6, 7, count)).events(8).isFound("what is dropped adds up");
        }
    }

    @Test
    void aTierThatIsNotToldIsFound() {
        log.overflow(ROOM, Overflow.SHED);
        resumedAt(5).then(dropped(7, Tier.LOW, 6, 7, 2)).events(8).isFound("what is dropped adds up");
    }

    @Test
    void whatIsCriticalAndShedIsFound() {
        log.overflow(ROOM, Overflow.SHED);
        resumedAt(5).then(dropped(7, Tier.CRITICAL, 6, 7, 2)).events(8).isFound("critical is never shed");
    }

    @Test
    void anIdBeyondWhatIsToldIsFound() {
        log.overflow(ROOM, Overflow.SHED);
        resumedAt(5).then(dropped(8, Tier.HIGH, 6, 7, 2)).isFound("nothing is left out");
    }

    @Test
    void anIdBeforeAllTiersAreToldIsFound() {
        log.overflow(ROOM, Overflow.SHED);
        var low = event(EPOCH, 11);
        log.commit(
                new Event(
                        ROOM, at(11), low.type(), Tier.LOW, low.author(), low.clientMsgId(), 0, low.data(), null, null),
                11);
        resumedAt(9)
                .then(dropped(11, Tier.HIGH, 10, 11, 1))
                .then(dropped(11, Tier.LOW, 10, 11, 1))
                .isFound("what is dropped adds up");
        frames.clear();
        resumedAt(9)
                .then(dropped(9, Tier.HIGH, 10, 11, 1))
                .then(dropped(11, Tier.LOW, 10, 11, 1))
                .isSound();
    }

    @Test
    void caughtUpBeforeTheHeadIsFound() {
        resumedAt(7).events(8).caughtUp(8, 1).isFound("caught up with the head that was named");
    }

    @Test
    void caughtUpWithWhatWasNotWrittenIsFound() {
        resumedAt(7).events(8).caughtUp(10, 1).isFound("nothing is left out");
    }

    @Test
    void aRoomThatIsClosedWithoutReasonIsFound() {
        resumedAt(7).then(new Frame.Closed(ROOM, "destroyed", false)).isFound("a room is closed for a reason");
    }

    @Test
    void whatFollowsTheEndOfARoomIsFound() {
        log.life(ROOM, EPOCH).end(SECOND + 3);
        resumedAt(7)
                .then(new Frame.Closed(ROOM, "destroyed", false))
                .events(8)
                .isFound("nothing of a room follows its end");
    }

    @Test
    void whatFollowsTheLastWordsIsFound() {
        resumedAt(7).then(new Frame.Reconnect(100, "draining")).events(8).isFound("nothing follows the last words");
    }

    @Test
    void anEndWithoutLastWordsIsFound() {
        ending = Ending.ENDED;
        resumedAt(7).events(8).isFound("an end is announced");
    }

    @Test
    void whoIsNotAtTheHeadWhenAllIsAtRestIsFound() {
        ending = Ending.OPEN;
        resumedAt(10).caughtUp(10, 0);
        log.commit(event(EPOCH, 11), 5 * SECOND);
        isFound("nothing is left out");
    }

    @Test
    void aRewoundStreamThatGetsLessThanItAskedForIsFound() {
        rewind = 5;
        hello(Resume.FRESH, "7aaaaaaaa:7").events(8, 9, 10).isFound("as much is rewound as was asked for");
    }

    @Test
    void rewindingCountsMessagesOnly() {
        rewind = 8;
        hello(Resume.FRESH, "7aaaaaaaa:1")
                .events(2, 3, 4, 5, 6, 7, 8, 9, 10)
                .caughtUp(10, 9)
                .isSound();
    }
}
