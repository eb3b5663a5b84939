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
import dev.parley.simulation.Findings;
import dev.parley.simulation.streams.CountedBuffers.Content;
import dev.parley.simulation.streams.LaneWatch.LaneWrite;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What the checker says of single lanes, each written down by hand: slices of two streams, a gap of 10 ms. The log has
/// ten events.
class LaneRulesTest {

    private static final RoomId ROOM = new RoomId("room");
    private static final Epoch EPOCH = new Epoch(7, new Life("aaaaaaaa"));
    private static final int SLICE = 2;
    private static final Duration GAP = Duration.ofMillis(10);

    private final LogHistory log = new LogHistory(0);
    private final Findings findings = new Findings();
    private final LaneWatch lane = LaneWatch.all(
            List.of(new TaskRules(findings, SLICE), new PassRules(findings, SLICE, GAP), new StepRules(findings, log)));
    private final Transcript a = client("a", true);
    private final Transcript b = client("b", true);
    private final Transcript c = client("c", true);
    private long now = 1_000_000_000;

    LaneRulesTest() {
        log.begin(ROOM, EPOCH, 0);
        LongStream.rangeClosed(1, 10).forEach(seq -> log.commit(event(seq), seq));
    }

    private static Event event(long seq) {
        return new Event(
                ROOM,
                new Position(EPOCH, seq),
                new EventType("text"),
                Tier.HIGH,
                Author.server(),
                new ClientMessageId("m" + seq),
                0,
                JsonText.of("1"),
                null,
                null);
    }

    private static Transcript client(String name, boolean echo) {
        return new Transcript(
                name, new Ask(List.of(ROOM), false, Map.of(), false, 0, TypeFilter.ALL, echo, Long.MAX_VALUE), 0);
    }

    private static Content sized(int bytes, long... seqs) {
        List<Frame.Message> messages = Arrays.stream(seqs)
                .mapToObj(seq -> new Frame.Message(null, ROOM, EPOCH, seq, "text", "1"))
                .toList();
        return new Content(List.copyOf(messages), bytes, 0);
    }

    private static Content messages(long... seqs) {
        return sized(100, seqs);
    }

    private LaneRulesTest laterBy(long millis) {
        now += millis * 1_000_000;
        lane.task(now);
        return this;
    }

    private LaneRulesTest pass(Content content, Transcript... to) {
        for (Transcript who : to) {
            lane.wrote(new LaneWrite(now, who, true, content, 0));
        }
        return this;
    }

    private LaneRulesTest alone(Transcript to, Content content) {
        lane.wrote(new LaneWrite(now, to, false, content, 0));
        return this;
    }

    private void isSound() {
        assertThat(findings.all()).isEmpty();
    }

    private void isFound(String rule) {
        assertThat(findings.all())
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding).startsWith(rule));
    }

    @Test
    void aSliceByPassesAndASliceByThemselvesAreSound() {
        pass(messages(1), a, b)
                .alone(a, messages())
                .alone(c, messages())
                .laterBy(1)
                .pass(messages(1), c)
                .isSound();
    }

    @Test
    void moreThanASliceByPassesIsFound() {
        pass(messages(1), a, b, c).isFound("a task serves no more than a slice");
    }

    @Test
    void moreThanASliceByThemselvesIsFound() {
        alone(a, messages()).alone(b, messages()).alone(c, messages()).isFound("a task serves no more than a slice");
    }

    @Test
    void aPassBeyondItsBoundIsFound() {
        pass(sized(TaskRules.WRITE_BYTES + 1, 1, 2), a).isFound("a write has a bound");
    }

    @Test
    void aSingleMessageGoesWhateverItsSize() {
        pass(sized(TaskRules.WRITE_BYTES + 1, 1), a).isSound();
    }

    @Test
    void aWriteBeyondItsBoundIsFound() {
        alone(a, sized(TaskRules.WRITE_BYTES + TaskRules.NOTICE_BYTES + 1, 1, 2))
                .isFound("a write has a bound");
    }

    @Test
    void passesOfABigRoomThatKeepTheGapAreSound() {
        pass(messages(1), a, b).laterBy(1).pass(messages(1), c);
        laterBy(9).pass(messages(2), a, b).laterBy(1).pass(messages(2), c);
        laterBy(9).pass(messages(3), a, b).laterBy(1).pass(messages(3), c).isSound();
    }

    @Test
    void passesOfABigRoomWithoutAGapAreFound() {
        for (int seq = 1; seq <= 3; seq++) {
            Content content = messages(seq);
            laterBy(1).pass(content, a, b).laterBy(1).pass(content, c);
        }
        isFound("passes of a big room keep a gap");
    }

    @Test
    void aSmallRoomNeedsNoGap() {
        for (int seq = 1; seq <= 3; seq++) {
            laterBy(1).pass(messages(seq), a, b);
        }
        isSound();
    }

    @Test
    void anEarlierPassAfterALaterOneIsFound() {
        Content first = messages(1, 2);
        pass(first, a)
                .pass(messages(3), a)
                .laterBy(1)
                .pass(first, b)
                .isFound("passes of a room come one after the other");
    }

    @Test
    void whoIsInStepAndGetsByItselfWhatThePassCarriesIsFound() {
        pass(messages(1), a, b).laterBy(20).pass(messages(2), a).laterBy(20).alone(b, messages(2));
        isFound("who is in step is served by passes");
    }

    @Test
    void whoIsLeftOutOfAPassIsFound() {
        pass(messages(1), a, b).laterBy(20).pass(messages(2), a).laterBy(500);
        isFound("nobody waits for what others of the room have");
    }

    @Test
    void whoTakesNothingMayWait() {
        pass(messages(1), a, b);
        lane.blocked(b);
        laterBy(20).pass(messages(2), a).laterBy(500).alone(b, messages(2)).isSound();
    }

    @Test
    void whoLeavesOrWantsNoEchoIsOwedNothing() {
        Transcript silent = client("silent", false);
        pass(messages(1), a, b).laterBy(1).pass(messages(1), silent);
        lane.left(b);
        laterBy(20).pass(messages(2), a).alone(silent, messages(2)).laterBy(500).isSound();
    }

    @Test
    void afterASignOfLifeAStreamIsStillInStep() {
        var sign = new Content(List.of(new Frame.Heartbeat()), 1, 0);
        pass(messages(1), a, b).laterBy(20).alone(b, sign).pass(messages(2), a).laterBy(500);
        isFound("nobody waits for what others of the room have");
    }
}
