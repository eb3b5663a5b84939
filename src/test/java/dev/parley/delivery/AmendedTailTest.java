package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.after;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Event;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Events that get another form while a node has them in memory.
class AmendedTailTest {

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");

    private Tail live() {
        Tail tail = fixture.tails.acquire(room.id);
        assertThat(tail).isNotNull();
        fixture.settle();
        return tail;
    }

    private static TailView view(Tail tail) {
        TailView view = tail.view();
        assertThat(view).isNotNull();
        return view;
    }

    private static String data(TailView view, long seq) {
        return view.at(seq).event().data().toString();
    }

    private void tell(Event... events) {
        fixture.tell(room, List.of(events));
    }

    @Test
    void nobodyHearsOfAnEditBeforeTheNewFormIsThere() {
        Tail tail = live();
        fixture.publish(room, 5);
        TailView before = view(tail);

        tell(log.edit(room, 2, "new"), log.add(room, "text"));
        assertThat(view(tail).last()).isEqualTo(5);
        fixture.settle();

        assertThat(view(tail).last()).isEqualTo(7);
        assertThat(data(view(tail), 2)).isEqualTo("new");
        assertThat(data(before, 2)).as("what is out stays").isEqualTo("1");
        assertThat(log.reads).hasSize(2);
    }

    @Test
    void anEditThatNobodyToldOfIsFoundWithTheHead() {
        Tail tail = live();
        fixture.publish(room, 5);
        log.edit(room, 2, "new");
        log.add(room, 3);

        tail.check();
        fixture.settle();

        assertThat(view(tail).last()).isEqualTo(9);
        assertThat(data(view(tail), 2)).isEqualTo("new");
    }

    @Test
    void whatATailDoesNotHoldIsNotRead() {
        log.add(room, 200);
        Tail tail = live();

        tell(log.edit(room, 2, "new"));
        fixture.settle();

        assertThat(view(tail).last()).isEqualTo(201);
        assertThat(log.reads).hasSize(1);
    }

    @Test
    void severalEditsAreReadAtOnceHoweverFarApart() {
        Tail tail = live();
        fixture.publish(room, 500);
        Event[] told = IntStream.of(490, 3, 250, 3)
                .mapToObj(seq -> log.edit(room, seq, "new" + seq))
                .toArray(Event[]::new);

        tell(told);
        fixture.settle();

        assertThat(view(tail).last()).isEqualTo(504);
        for (long seq : new long[] {3, 250, 490}) {
            assertThat(data(view(tail), seq)).isEqualTo("new" + seq);
        }
        assertThat(view(tail).at(3).event().version()).isEqualTo(504);
        assertThat(log.reads).hasSizeLessThan(8);
    }

    @Test
    void anEditOfWhatIsHeardOfWithItIsShownInItsNewForm() {
        Tail tail = live();
        Event message = log.add(room, "text");

        tell(message, log.edit(room, 1, "new"));
        fixture.settle();

        assertThat(view(tail).last()).isEqualTo(2);
        assertThat(data(view(tail), 1)).isEqualTo("new");
    }

    @Test
    void theOldFormToldAgainChangesNothing() {
        Tail tail = live();
        Event message = log.add(room, "text");
        tell(message);
        tell(log.edit(room, 1, "new"));
        fixture.settle();

        tell(message);
        fixture.settle();

        assertThat(data(view(tail), 1)).isEqualTo("new");
        assertThat(log.reads).hasSize(2);
    }

    @Test
    void aLogThatDoesNotShowTheNewFormDoesNotHoldUpTheRoom() {
        Tail tail = live();
        fixture.publish(room, 3);
        Event old = room.events.getFirst();
        Event told = log.edit(room, 1, "new");
        room.events.set(0, old);

        tell(told);
        fixture.pass(1_000);

        assertThat(view(tail).last()).isEqualTo(4);
        assertThat(log.reads).hasSizeLessThan(4);
    }

    @Test
    void aTrimmedMessageIsNoReasonToStop() {
        Tail tail = live();
        fixture.publish(room, 100);
        Event told = log.edit(room, 5, "new");
        room.first = 50;

        tell(told);
        fixture.settle();

        assertThat(view(tail).last()).isEqualTo(101);
        assertThat(view(tail).floor()).isGreaterThanOrEqualTo(49);
    }

    @Test
    void aReaderThatComesBackGetsTheNewFormOutOfTheTail() {
        Tail tail = live();
        fixture.publish(room, 5);
        tell(log.edit(room, 2, "new"));
        fixture.settle();

        var lines = fixture.open(room, after(room, 1)).lines();

        assertThat(lines)
                .filteredOn(line -> line.startsWith("r 2 "))
                .singleElement()
                .asString()
                .endsWith(" =new");
        assertThat(tail.view()).isNotNull();
    }

    @Test
    void aPageThatWasReadBeforeAnEditIsReadAgain() {
        log.add(room, 1_000);
        fixture.open(room, after(room, 990));
        assertThat(fixture.open(room, after(room, 1)).lines()).noneMatch(line -> line.endsWith(" =new"));
        int before = log.reads.size();
        assertThat(fixture.open(room, after(room, 1)).lines()).noneMatch(line -> line.endsWith(" =new"));
        assertThat(log.reads).as("pages are shared").hasSize(before);

        tell(log.edit(room, 7, "new"));
        fixture.settle();

        assertThat(fixture.open(room, after(room, 1)).lines())
                .filteredOn(line -> line.startsWith("r 7 "))
                .singleElement()
                .asString()
                .endsWith(" =new");
    }

    @Test
    void aReaderInTheMiddleOfAPageGetsTheNewFormOfWhatFollows() {
        String large = "x".repeat(500);
        IntStream.range(0, 1_000).forEach(_ -> log.add(room, "text", large, null, "anna"));
        fixture.open(room, after(room, 990));
        Client slow =
                fixture.begin(DeliveryFixture.request(List.of(room.id), false, after(room, 1)), List.of(room.state()));
        slow.mark = 10_000;
        slow.stop();
        fixture.settle();
        assertThat(slow.lines()).anyMatch(line -> line.startsWith("r 2 ")).noneMatch(line -> line.startsWith("r 250 "));

        tell(log.edit(room, 250, "new"));
        fixture.settle();
        slow.goOn();
        fixture.settle();

        assertThat(slow.lines())
                .filteredOn(line -> line.startsWith("r 250 "))
                .singleElement()
                .asString()
                .endsWith(" =new");
    }

    @Test
    void aPageOutlivesItsTailButNotAnEditThatTheTailDidNotHear() {
        log.add(room, 1_000);
        Client first = fixture.open(room, after(room, 1));
        first.stream().closed();
        fixture.pass(Tails.LINGER.toMillis() + 1_000);
        assertThat(fixture.tails.size()).isZero();
        log.edit(room, 7, "new");

        assertThat(fixture.open(room, after(room, 1)).lines())
                .filteredOn(line -> line.startsWith("r 7 "))
                .singleElement()
                .asString()
                .endsWith(" =new");
    }

    @Test
    void aPageThatIsBeingReadWhileAnEditIsHeardIsNotGoodEnough() {
        log.add(room, 1_000);
        fixture.open(room, after(room, 990));
        Client early =
                fixture.begin(DeliveryFixture.request(List.of(room.id), false, after(room, 1)), List.of(room.state()));
        fixture.time.advanceMillis(0);
        while (log.reads.stream().noneMatch(read -> read.endsWith(":0]"))) {
            Runnable answer = fixture.offload.next().happen();
            if (log.reads.getLast().endsWith(":0]")) {
                tell(log.edit(room, 7, "new"));
            }
            answer.run();
            fixture.time.advanceMillis(0);
        }
        Client late = fixture.open(room, after(room, 1));

        assertThat(late.lines())
                .filteredOn(line -> line.startsWith("r 7 "))
                .singleElement()
                .asString()
                .endsWith(" =new");
        assertThat(early.lines()).isNotEmpty();
    }
}
