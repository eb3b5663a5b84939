package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.ANNA;
import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.DeliveryFixture.after;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.SessionId;
import dev.parley.kernel.TypeFilter;
import dev.parley.kernel.UserId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Rooms of which a stream only tells that there is news.
class PullsTest {

    private static final String E = "5aaaaaaaa";

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand.Room room = fixture.log.create("r", "aaaaaaaa");
    private final LogOnHand.Room other = fixture.log.create("s", "bbbbbbbb");

    @AfterEach
    void everyBufferWasGivenBack() {
        assertThat(fixture.frames.buffersOut).isZero();
    }

    private Client open(StreamStart start) {
        return fixture.open(
                new StreamRequest(
                        List.of(room.id),
                        false,
                        start,
                        TypeFilter.ALL,
                        true,
                        false,
                        null,
                        null,
                        Signals.NONE,
                        Set.of(room.id)),
                List.of(room.state()));
    }

    private void pulled(Client client, LogOnHand.Room of, long seq) {
        fixture.streams.pulled(ANNA, client.stream().session(), of.id, of.at(seq));
        fixture.settle();
    }

    @Test
    void newsAreToldOnceAndNothingMoreUntilTheyArePulled() {
        Client client = open(FRESH);
        assertThat(client.lines()).containsExactly("hello r@0 fresh #" + E + ":0");
        fixture.publish(room, 3);
        fixture.settle();
        assertThat(client.lines()).containsExactly("notify r 3");

        fixture.publish(room, 1);
        fixture.settle();
        fixture.publish(room, 1);
        fixture.pass(1_000);
        assertThat(client.lines()).as("a pull is under way").isEmpty();

        pulled(client, room, 5);
        assertThat(client.lines()).as("he has all").isEmpty();
        fixture.publish(room, 1);
        fixture.settle();
        assertThat(client.lines()).containsExactly("notify r 6");
    }

    @Test
    void whatCameDuringThePullIsToldAsSoonAsItIsAnswered() {
        Client client = open(FRESH);
        fixture.publish(room, 3);
        fixture.settle();
        fixture.publish(room, 2);
        fixture.settle();
        client.lines();

        pulled(client, room, 3);

        assertThat(client.lines()).containsExactly("notify r 5");
    }

    @Test
    void aPageThatWasTooShortIsFollowedByAnotherNotice() {
        Client client = open(FRESH);
        fixture.publish(room, 30);
        fixture.settle();
        client.lines();
        pulled(client, room, 10);
        assertThat(client.lines()).containsExactly("notify r 30");
        pulled(client, room, 10);
        assertThat(client.lines()).containsExactly("notify r 30");
        pulled(client, room, 30);
        assertThat(client.lines()).isEmpty();
    }

    @Test
    void whoPullsElsewhereIsToldAgainAfterTwoSecondsIfThereIsMore() {
        Client client = open(FRESH);
        fixture.publish(room, 3);
        fixture.settle();
        client.lines();
        fixture.pass(5_000);
        assertThat(client.lines()).as("he was told of all").isEmpty();

        fixture.publish(room, 1);
        fixture.settle();
        assertThat(client.lines()).containsExactly("notify r 4");
        fixture.publish(room, 1);
        fixture.pass(1_500);
        assertThat(client.lines()).isEmpty();
        fixture.pass(1_100);
        assertThat(client.lines()).containsExactly("notify r 5");
    }

    @Test
    void whoComesBackBelowTheHeadIsToldAtOnce() {
        fixture.publish(room, 7);
        assertThat(open(after(room, 4)).lines()).containsExactly("hello r@7 resumed #" + E + ":4", "notify r 7");
        assertThat(open(after(room, 7)).lines()).containsExactly("hello r@7 resumed #" + E + ":7");
        assertThat(open(new StreamStart.Fresh(2)).lines())
                .containsExactly("hello r@7 fresh #" + E + ":5", "notify r 7");
    }

    @Test
    void aCursorThatLeadsNowhereIsAGapAsEver() {
        fixture.publish(room, 7);
        room.first = 4;

        assertThat(open(after(room, 9)).lines())
                .containsExactly("hello r@7 gap", "gap r 4-7 of 4-7 cursor-ahead #" + E + ":7");
    }

    @Test
    void manyAreToldInOnePassAndTheFrameIsMadeOnce() {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            clients.add(open(FRESH));
        }
        clients.forEach(Client::lines);
        int framed = fixture.frames.framed;

        fixture.publish(room, 5);
        fixture.settle();

        assertThat(clients).allSatisfy(client -> assertThat(client.lines()).containsExactly("notify r 5"));
        assertThat(fixture.frames.framed).as("no event is framed").isEqualTo(framed);
        assertThat(fixture.log.reads).noneMatch(read -> read.contains("After"));
    }

    @Test
    void aRoomIsPushedToOneAndPulledByAnother() {
        Client pulls = open(FRESH);
        Client pushed = fixture.open(room, FRESH);
        pulls.lines();
        pushed.lines();
        fixture.publish(room, 2);
        fixture.settle();
        assertThat(pulls.lines()).containsExactly("notify r 2");
        assertThat(pushed.lines()).containsExactlyElementsOf(DeliveryFixture.events("r", 1, 2, E));
    }

    @Test
    void aStreamOfSeveralRoomsPushesSomeAndTellsOfOthers() {
        var request = new StreamRequest(
                List.of(room.id, other.id),
                true,
                FRESH,
                TypeFilter.ALL,
                true,
                false,
                null,
                null,
                Signals.NONE,
                Set.of(other.id));
        Client client = fixture.open(request, List.of(room.state(), other.state()));
        client.lines();
        fixture.publish(room, 1);
        fixture.publish(other, 2);
        fixture.settle();
        assertThat(client.lines()).containsExactlyInAnyOrder("r 1", "notify s 2");

        pulled(client, other, 2);
        fixture.pass(1_500);
        fixture.publish(room, 1);
        fixture.settle();

        assertThat(client.lines())
                .filteredOn(line -> line.startsWith("cursor"))
                .containsExactly("cursor #r=" + E + ":1,s=5bbbbbbbb:2");
    }

    @Test
    void aSocketPullsARoomToo() {
        var client = new Client();
        OpenSocket socket = fixture.connect(client, null, null);
        socket.join(room.state(), FRESH, TypeFilter.ALL, Signals.NONE, true, _ -> {});
        fixture.settle();
        socket.join(other.state(), FRESH, TypeFilter.ALL, _ -> {});
        fixture.settle();
        client.lines();
        fixture.publish(room, 2);
        fixture.publish(other, 1);
        fixture.settle();

        assertThat(client.lines()).containsExactlyInAnyOrder("notify r 2", "s 1 #5bbbbbbbb:1");
        socket.closed();
    }

    @Test
    void onlyTheSessionsOwnUserPullsForIt() {
        Client client = open(FRESH);
        fixture.publish(room, 1);
        fixture.settle();
        fixture.publish(room, 1);
        fixture.settle();
        client.lines();
        SessionId session = client.stream().session();

        fixture.streams.pulled(new UserId("bob"), session, room.id, room.at(1));
        fixture.streams.pulled(ANNA, new SessionId("another-session"), room.id, room.at(1));
        fixture.streams.pulled(ANNA, session, other.id, room.at(1));
        fixture.settle();

        assertThat(client.lines()).isEmpty();
        fixture.streams.pulled(ANNA, session, room.id, room.at(1));
        fixture.settle();
        assertThat(client.lines()).containsExactly("notify r 2");
    }

    @Test
    void whoTakesNothingIsToldTheNewestHeadOnceHeDoes() {
        Client client = open(FRESH);
        client.stop();
        fixture.publish(room, 1);
        fixture.settle();
        pulled(client, room, 1);
        client.lines();
        fixture.publish(room, 1);
        fixture.settle();
        fixture.publish(room, 3);
        fixture.settle();
        assertThat(client.lines()).isEmpty();

        client.goOn();
        fixture.settle();

        assertThat(client.lines()).containsExactly("notify r 5");
    }

    @Test
    void aRoomThatIsDestroyedOrClosedToHimSaysSo() {
        Client client = open(FRESH);
        client.lines();
        fixture.tell(room, List.of(fixture.log.add(room, "room.destroyed")));
        fixture.log.rooms.remove(room.id);
        fixture.settle();

        assertThat(client.lines()).last().isEqualTo("closed r destroyed");
        assertThat(client.open).isFalse();
    }

    @Test
    void aRoomThatBeginsAnewIsAGapAndThenTold() {
        Client client = open(FRESH);
        fixture.publish(room, 3);
        fixture.settle();
        client.lines();
        LogOnHand.Room again = fixture.log.create("r", "cccccccc");
        fixture.publish(again, 2);
        fixture.settle();
        fixture.publish(again, 1);
        fixture.settle();

        List<String> lines = client.lines();
        assertThat(lines.getFirst()).startsWith("gap r").contains("epoch-changed");
        assertThat(lines).noneMatch(line -> line.startsWith("r "));
    }
}
