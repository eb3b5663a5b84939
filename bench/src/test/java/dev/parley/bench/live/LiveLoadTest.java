package dev.parley.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bench.peer.Access;
import dev.parley.bench.peer.ParleyLive;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.ServerFigures;
import dev.parley.bench.stream.Shape;
import dev.parley.bench.stream.SourceAddresses;
import dev.parley.kernel.Tier;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A whole flood against a tiny server that can spoil what it sends.
class LiveLoadTest {

    private static final int VIEWERS = 20;
    private static final Flood FLOOD = new Flood(
            300, 50, 100, 20, 10, 4, 20, Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofMillis(1_500));
    private static final int LINES = 180;
    private static final int GIFTS = 30;
    /// Gifts that are due before what counts.
    private static final int WARMING_UP = 5;

    private TinyLiveServer.Script script = (stream, event) -> event.block();
    private TinyLiveServer.Summing summing = (stream, n) -> n;
    private TinyLiveServer server;
    private final List<String> watched = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        server = new TinyLiveServer(
                (stream, event) -> script.instead(stream, event), (stream, n) -> summing.instead(stream, n));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private LiveOutcome outcome(Mode mode, double slow) {
        var room = new ParleyLive(server.address(), "r", Access.shared("token"), VIEWERS);
        room.create("{}");
        var shape = new Shape(new RoomNames("r", 1, 1), 0, VIEWERS, 5, 0, slow);
        var addresses = new SourceAddresses(server.address(), 0);
        try (var load = new LiveLoad(room, mode, shape, FLOOD, addresses, ServerFigures.UNKNOWN, watched::add)) {
            assertThat(load.connect().open()).isEqualTo(VIEWERS);
            return load.run();
        }
    }

    private static Sent sent(LiveOutcome outcome, String what) {
        return outcome.sent().stream()
                .filter(sent -> sent.what().equals(what))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsAcceptedArrivesAndWhatIsRefusedIsCounted() {
        LiveOutcome outcome = outcome(Mode.push(), 0);
        Sent chat = sent(outcome, "chat");
        assertThat(chat.owed()).isEqualTo(LINES);
        // On a busy machine some are not sent in time.
        assertThat(chat.sent()).isBetween(LINES / 2L, (long) LINES);
        assertThat(chat.accepted()).isEqualTo((chat.sent() + 2) / 3);
        assertThat(chat.refused()).isEqualTo(Map.of("room-quota", chat.sent() - chat.accepted()));
        assertThat(chat.unanswered()).isZero();
        long gifts = sent(outcome, "gifts").accepted();
        assertThat(gifts).isBetween(GIFTS / 2L, (long) GIFTS);
        assertThat(outcome.acceptedOf(Tier.CRITICAL)).isEqualTo(gifts);
        assertThat(outcome.acceptedOf(Tier.HIGH) + outcome.acceptedOf(Tier.LOW)).isEqualTo(chat.accepted());
        assertThat(outcome.atFullSpeed().exact()).isTrue();
        assertThat(outcome.atFullSpeed().received(Tier.CRITICAL)).isEqualTo(gifts * VIEWERS);
        assertThat(outcome.latencyOf(Tier.CRITICAL).getTotalCount()).isEqualTo((gifts - WARMING_UP) * VIEWERS);
        assertThat(outcome.hearts()).isEqualTo(new Sum(sent(outcome, "hearts").accepted(), VIEWERS, 0, 0));
        assertThat(outcome.applause().exact()).isEqualTo(VIEWERS);
        assertThat(outcome.applause().accepted()).isPositive();
        assertThat(outcome.otherSignals().all())
                .isEqualTo(sent(outcome, "typing").accepted() * VIEWERS);
        assertThat(outcome.otherSignals().mostInASecond())
                .isBetween(1, (int) sent(outcome, "typing").accepted());
    }

    @Test
    void whatIsToldCountsAsMuchAsWhatIsReceived() {
        script = new Shedding(3, 40, 0);
        LiveOutcome outcome = outcome(Mode.push(), 0);
        assertThat(outcome.atFullSpeed().exact()).isTrue();
        assertThat(outcome.atFullSpeed().behind()).isEqualTo(1);
        assertThat(outcome.atFullSpeed().shed(Tier.HIGH) + outcome.atFullSpeed().shed(Tier.LOW))
                .isPositive();
    }

    @Test
    void aCountThatIsOffByOneIsFound() {
        script = new Shedding(3, 40, 1);
        LiveOutcome outcome = outcome(Mode.push(), 0);
        assertThat(outcome.atFullSpeed().exact()).isFalse();
        assertThat(outcome.atFullSpeed().wrongs()).isPositive();
        assertThat(outcome.atFullSpeed().firstFault()).contains("received and told makes");
        assertThat(outcome.atFullSpeed().withoutCritical()).isZero();
    }

    @Test
    void aLostCriticalMessageIsFound() {
        script = (stream, event) ->
                stream == 3 && event.tier().equals("critical") && event.seq() < 20 ? "" : event.block();
        LiveOutcome outcome = outcome(Mode.push(), 0);
        assertThat(outcome.atFullSpeed().withoutCritical()).isEqualTo(1);
        assertThat(outcome.atFullSpeed().wrong())
                .containsEntry(Tier.CRITICAL, 1L)
                .containsEntry(Tier.HIGH, 0L);
        assertThat(outcome.atFullSpeed().faults()).isPositive();
    }

    @Test
    void aCriticalMessageThatIsShedIsLostAlthoughItIsTold() {
        script = (stream, event) -> stream == 3 && event.tier().equals("critical") && event.seq() < 20
                ? ("id: e:%d\nevent: dropped\ndata: {\"tier\":\"critical\",\"from\":%d,\"to\":%d,\"count\":1,"
                                + "\"reason\":\"slow\"}\n\n")
                        .formatted(event.seq(), event.seq(), event.seq())
                : event.block();
        LiveOutcome outcome = outcome(Mode.push(), 0);
        assertThat(outcome.atFullSpeed().wrongs()).isZero();
        assertThat(outcome.atFullSpeed().withoutCritical()).isEqualTo(1);
        assertThat(outcome.atFullSpeed().exact()).isFalse();
    }

    @Test
    void twoMessagesInTheWrongOrderAreFound() {
        var held = new ArrayList<String>();
        script = (stream, event) -> {
            if (stream == 3 && event.seq() == 10) {
                held.add(event.block());
                return "";
            }
            return stream == 3 && event.seq() == 11 ? event.block() + held.getFirst() : event.block();
        };
        LiveOutcome outcome = outcome(Mode.push(), 0);
        assertThat(outcome.atFullSpeed().faults()).isPositive();
        assertThat(outcome.atFullSpeed().firstFault()).startsWith("no. 11 comes when");
    }

    @Test
    void whoReadsSlowlyHasEverythingAfterComingBack() {
        LiveOutcome outcome = outcome(Mode.push(), 0.3);
        assertThat(outcome.slow().viewers()).isBetween(4, 9);
        assertThat(outcome.slow().exact()).isTrue();
        assertThat(outcome.atFullSpeed().viewers() + outcome.slow().viewers()).isEqualTo(VIEWERS);
    }

    @Test
    void heartsThatAreLostOrCountedTwiceAreFound() {
        summing = (stream, n) -> stream == 3 ? 0 : stream == 4 ? 2 : n;
        LiveOutcome outcome = outcome(Mode.push(), 0);
        assertThat(outcome.hearts()).isEqualTo(new Sum(sent(outcome, "hearts").accepted(), VIEWERS - 2, 1, 1));
        assertThat(outcome.applause().fewer()).isEqualTo(1);
        assertThat(outcome.applause().more()).isEqualTo(1);
    }

    @Test
    void aRefusalThatIsNo429IsFound() {
        server.refuseWith(503);
        LiveOutcome outcome = outcome(Mode.push(), 0);
        assertThat(sent(outcome, "chat").unanswered())
                .isPositive()
                .isEqualTo(sent(outcome, "chat").sent() - sent(outcome, "chat").accepted());
        assertThat(sent(outcome, "chat").firstUnexpected()).contains("503");
    }

    @Test
    void whoIsOnlyNotifiedPullsEverything() {
        LiveOutcome outcome = outcome(Mode.notify(4), 0);
        assertThat(outcome.atFullSpeed().exact()).isTrue();
        long accepted =
                sent(outcome, "chat").accepted() + sent(outcome, "gifts").accepted();
        assertThat(outcome.notifies()).isEqualTo(accepted * VIEWERS);
        assertThat(outcome.pulls().sent()).isPositive().isLessThan(outcome.notifies());
        assertThat(outcome.pulls().unexpected()).isZero();
        assertThat(outcome.latencyOf(Tier.CRITICAL).getTotalCount())
                .isEqualTo((sent(outcome, "gifts").accepted() - WARMING_UP) * VIEWERS);
    }
}
