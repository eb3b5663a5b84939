package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.DeliveryFixture.after;
import static dev.parley.delivery.DeliveryFixture.events;
import static dev.parley.delivery.DeliveryFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a node does when it holds too much.
class BudgetTest {

    private static final String E = "5aaaaaaaa";
    private static final int LIMIT = 200_000;
    private static final int QUARTER = LIMIT / 4;

    private final DeliveryFixture fixture = new DeliveryFixture(
            new TailSettings(1_000, LIMIT, false),
            StreamSettings.DEFAULT.withMaxPinned(10_000).withPasses(4, Duration.ofMillis(10)));
    private final DeliveryBudget budget = fixture.tails.budget();
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");

    @AfterEach
    void nothingIsChargedOnceAllAreGone() {
        assertThat(fixture.frames.buffersOut).isZero();
        fixture.streams.drain(Duration.ZERO, () -> {});
        fixture.pass(40_000);
        assertThat(budget.pinned()).isZero();
        assertThat(budget.tails()).isZero();
        assertThat(budget.used()).isEqualTo(budget.pages());
    }

    /// Messages of about so many bytes each.
    private void publish(LogOnHand.Room to, int count, int bytes) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(log.add(to, "text", "\"" + "x".repeat(bytes) + "\"", null, "anna"));
        }
        fixture.tell(to, events);
        fixture.pass(50);
    }

    private Client stalled(LogOnHand.Room in) {
        Client client = fixture.open(in, FRESH);
        client.lines();
        client.stop();
        return client;
    }

    private int size(LogOnHand.Room of) {
        Tail tail = fixture.tails.acquire(of.id);
        assertThat(tail).isNotNull();
        TailView view = tail.view();
        fixture.tails.release(tail);
        assertThat(view).isNotNull();
        return (int) (view.last() - view.floor());
    }

    private LogOnHand.Room other(String id) {
        return log.create(id, "bbbbbbbb");
    }

    @Test
    void tailsAreChargedWithTheFramesTheyHold() {
        publish(room, 1, 1);
        Client client = fixture.open(room, FRESH);
        long none = budget.tails();
        publish(room, 1, 1_000);
        long frame = client.writes.getLast().length();

        assertThat(frame).isGreaterThan(1_000);
        assertThat(budget.tails() - none).isEqualTo(256 + 1_002 + frame);
    }

    @Test
    void theLeastUsedTailsShrinkFirst() {
        LogOnHand.Room silent = other("silent");
        LogOnHand.Room unread = other("unread");
        fixture.open(silent, FRESH);
        fixture.open(room, FRESH);
        fixture.open(unread, FRESH).stream().closed();
        publish(silent, 100, 200);
        publish(room, 100, 200);
        publish(unread, 100, 200);
        assertThat(budget.used()).isBetween(LIMIT / 2L, (long) LIMIT);
        publish(room, 60, 200);
        fixture.pass(1_000);

        assertThat(size(unread)).isEqualTo(TailWindow.FEW_EVENTS);
        assertThat(size(silent)).isEqualTo(TailWindow.FEW_EVENTS);
        assertThat(size(room)).isEqualTo(160);
        assertThat(budget.used()).isLessThanOrEqualTo(LIMIT);
        assertThat(budget.shrinks()).isEqualTo(2);
    }

    @Test
    void keptPagesGoBeforeAnyTail() {
        log.add(room, 600);
        publish(room, 1, 1);
        Client late = fixture.open(room, after(room, 0));
        assertThat(late.lines()).hasSize(603);
        long pages = budget.pages();
        assertThat(pages).isGreaterThan(100_000);
        publish(room, 100, 300);
        fixture.pass(1_000);

        assertThat(budget.pages()).isLessThan(pages);
        assertThat(budget.used()).isLessThanOrEqualTo(LIMIT);
        assertThat(budget.shrinks()).isZero();
    }

    @Test
    void whoeverStoodBeforeATailThatShrankReadsTheRestFromTheLog() {
        Client slow = stalled(room);
        Client quick = fixture.open(room, FRESH);
        quick.lines();
        for (int i = 0; i < 40; i++) {
            publish(room, 10, 1_000);
        }
        assertThat(size(room)).isLessThan(100);
        slow.goOn();
        fixture.pass(1_000);

        assertThat(quick.lines()).isEqualTo(events("r", 1, 400, E));
        assertThat(slow.lines()).isEqualTo(events("r", 1, 400, E));
    }

    @Test
    void aBufferThatSeveralPinIsChargedWhollyToEachAndOnceToTheNode() {
        Client one = stalled(room);
        Client two = stalled(room);
        Client quick = fixture.open(room, FRESH);
        publish(room, 3, 1_000);
        int whole = fixture.frames.gathered.getLast().held();
        assertThat(whole).isGreaterThan(3_000);

        assertThat(budget.pinned()).isEqualTo(whole);
        assertThat(budget.mostOfAConnection()).isEqualTo(whole);
        one.take(whole - 100);
        fixture.pass(1_100);
        assertThat(budget.pinned()).as("one has left a hundred bytes of it").isEqualTo(whole);
        two.goOn();
        fixture.pass(1_100);
        assertThat(budget.pinned()).isEqualTo(whole);
        one.take(100);
        fixture.pass(1_100);
        assertThat(budget.pinned()).isZero();
        assertThat(quick.open).isTrue();
    }

    /// Those sent away pin what they were written for a moment more.
    @Test
    void whoComesToANodeThatHasNothingLeftIsWrittenLittle() {
        publish(room, 100, 1_000);
        List<Integer> written = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Client client = fixture.begin(request(List.of(room.id), false, after(room, 0)), List.of(room.state()));
            client.mark = 1_000;
            client.stop();
            fixture.settle();
            written.add(client.writes.stream().mapToInt(String::length).sum());
        }

        assertThat(written.getFirst()).isGreaterThan(Slice.MAX_BYTES - 3_000);
        assertThat(written.subList(7, 10)).allMatch(bytes -> bytes < Slice.LEAST_BYTES + 1_000);
        assertThat(written.getLast()).isGreaterThan(Slice.LEAST_BYTES - 1_500);
    }

    @Test
    void whatAConnectionPinsGoesWithIt() {
        Client aborted = stalled(room);
        Client lost = stalled(room);
        publish(room, 3, 1_000);
        lost.stream().closed();
        assertThat(budget.pinned()).isPositive();
        fixture.pass(12_500);

        assertThat(aborted.aborted).isTrue();
        assertThat(budget.pinned()).isZero();
    }

    /// The outlet would take more, for little of each buffer is left.
    @Test
    void atItsBoundAConnectionIsWrittenNothingMoreUntilItPinsLess() {
        Client client = stalled(room);
        client.mark = 1 << 20;
        fixture.pass(50);
        for (int i = 0; i < 40; i++) {
            publish(room, 1, 1_000);
        }
        int heard = client.lines().size();
        assertThat(heard).isBetween(8, 11);
        assertThat(budget.mostOfAConnection()).isBetween(10_000L, 12_000L);
        client.take(5_000);
        fixture.pass(1_500);
        assertThat(client.writes).isNotEmpty();
        client.mark = 1;
        client.goOn();
        fixture.pass(1_000);

        assertThat(client.lines()).endsWith(events("r", 40, 40, E).getFirst());
    }

    @Test
    void manyThatPinTheSameLittleAreLeftAlone() {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            clients.add(stalled(room));
        }
        publish(room, 3, 1_000);
        fixture.pass(3_000);

        assertThat(clients).allMatch(client -> client.open);
        assertThat(fixture.counts.slow).isZero();
    }

    /// One room each, so that nothing is shared.
    private List<Client> pinning(int count, int bytes) {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            LogOnHand.Room its = other("room" + bytes + "-" + i);
            clients.add(stalled(its));
            fixture.tell(its, List.of(log.add(its, "text", "\"" + "x".repeat(bytes) + "\"", null, "anna")));
        }
        return clients;
    }

    @Test
    void thoseThatPinMostAreSentAwayAndTheOthersStay() {
        List<Client> little = pinning(10, 500);
        fixture.pass(50);
        List<Client> much = pinning(14, 9_000);
        fixture.pass(900);

        assertThat(little).allMatch(client -> client.open);
        assertThat(much.stream().filter(client -> !client.open).count()).isBetween(3L, 12L);
        assertThat(budget.pinned()).isBetween(QUARTER / 4L, QUARTER * 3L / 4);
        much.stream()
                .filter(client -> !client.open)
                .forEach(client -> assertThat(client.lines()).last().isEqualTo("reconnect slow"));
        assertThat(fixture.counts.slow).isPositive();
    }

    @Test
    void whoIsSentAwayAndTakesNothingIsCutOffAfterAMoment() {
        List<Client> much = pinning(14, 9_000);
        fixture.pass(900);
        Client sent = much.stream().filter(client -> !client.open).findFirst().orElseThrow();
        assertThat(sent.aborted).isFalse();
        fixture.pass(2_000);

        assertThat(sent.aborted).isTrue();
        assertThat(fixture.counts.stalled).isZero();
    }

    /// As of a client that reads a little at a time: nothing is taken over for long.
    @Test
    void whoAcknowledgesMakesProgress() {
        Client client = stalled(room);
        publish(room, 3, 1_000);
        for (int i = 0; i < 5; i++) {
            fixture.pass(6_000);
            client.acknowledged += 100;
        }
        assertThat(client.open).isTrue();
        fixture.pass(12_500);

        assertThat(client.aborted).isTrue();
    }

    @Test
    void whoIsGoneIsNoticedAtTheNextHeartbeat() {
        Client client = fixture.open(room, FRESH);
        client.gone = true;
        fixture.pass(16_500);

        assertThat(client.aborted).isTrue();
    }
}
