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

    private static PulledPage page(LogOnHand.Room of, long has, long next) {
        return new PulledPage(of.id, of.at(has), of.at(next));
    }

    /// Who shows to have so many is answered up to there.
    private void pulled(Client client, LogOnHand.Room of, long has, long next) {
        fixture.streams.pulled(ANNA, client.stream().session(), page(of, has, next));
        fixture.settle();
    }

    /// The log as a backup has it, in the same epoch, with this much written on.
    private void restore(long head, int more) {
        room.events.subList((int) head, room.events.size()).clear();
        fixture.log.now++;
        fixture.tell(room, fixture.log.add(room, more));
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

        pulled(client, room, 0, 5);
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

        pulled(client, room, 0, 3);

        assertThat(client.lines()).containsExactly("notify r 5");
    }

    @Test
    void aPageThatWasTooShortIsFollowedByAnotherNotice() {
        Client client = open(FRESH);
        fixture.publish(room, 30);
        fixture.settle();
        client.lines();
        pulled(client, room, 0, 10);
        assertThat(client.lines()).containsExactly("notify r 30");
        pulled(client, room, 0, 10);
        assertThat(client.lines()).containsExactly("notify r 30");
        pulled(client, room, 10, 30);
        assertThat(client.lines()).isEmpty();
    }

    @Test
    void whoseAnswerWasLostIsToldAgain() {
        Client client = open(FRESH);
        fixture.publish(room, 3);
        fixture.settle();
        pulled(client, room, 0, 3);
        assertThat(client.lines()).endsWith("notify r 3");
        fixture.pass(1_900);
        assertThat(client.lines()).as("he may have it").isEmpty();
        fixture.pass(600);
        assertThat(client.lines()).as("he has not said so").containsExactly("notify r 3");

        pulled(client, room, 0, 3);
        fixture.pass(2_500);
        assertThat(client.lines()).as("lost once more").containsExactly("notify r 3");

        pulled(client, room, 3, 3);
        fixture.pass(200_000);
        assertThat(news(client)).as("he has said so").isEmpty();
    }

    private static List<String> news(Client client) {
        return client.lines().stream().filter(line -> line.startsWith("notify")).toList();
    }

    @Test
    void whoNeverShowsThatHeHasItIsToldEverMoreRarely() {
        Client client = open(FRESH);
        fixture.publish(room, 3);
        fixture.settle();
        client.lines();

        List<Integer> told = new ArrayList<>();
        for (int second = 0; second < 300; second++) {
            fixture.pass(1_000);
            for (String line : news(client)) {
                assertThat(line).isEqualTo("notify r 3");
                told.add(second);
            }
        }

        assertThat(told).as("looked at every half second").containsExactly(2, 6, 15, 31, 64, 128, 193, 257);
    }

    @Test
    void theIdOfARoomThatIsPulledGoesNoFurtherThanWhatTheClientHas() {
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
        fixture.publish(other, 2);
        fixture.settle();
        pulled(client, other, 0, 2);
        client.lines();

        fixture.publish(room, 1);
        fixture.pass(1_500);

        assertThat(client.lines())
                .as("the answer may have been lost")
                .filteredOn(line -> line.startsWith("cursor"))
                .noneMatch(line -> line.contains(":2"));
    }

    @Test
    void aLogThatWentBackBelowWhatAReaderHasIsAGap() {
        Client client = open(FRESH);
        fixture.publish(room, 7);
        fixture.settle();
        pulled(client, room, 0, 7);
        pulled(client, room, 7, 7);
        client.lines();

        restore(3, 1);

        assertThat(client.lines()).containsExactly("gap r 1-4 of 1-4 cursor-ahead #" + E + ":4");
        fixture.publish(room, 1);
        fixture.settle();
        assertThat(client.lines()).containsExactly("notify r 5");
    }

    /// What was told before is no news to come: the log has other events of these numbers now.
    @Test
    void aLogThatWentBackBelowWhatAReaderWasToldOfIsAGapAndThenTold() {
        Client client = open(FRESH);
        fixture.publish(room, 2);
        fixture.settle();
        pulled(client, room, 0, 2);
        pulled(client, room, 2, 2);
        fixture.publish(room, 5);
        fixture.settle();
        pulled(client, room, 2, 7);
        client.lines();

        restore(3, 1);

        assertThat(client.lines()).containsExactly("gap r 1-4 of 1-4 cursor-ahead #" + E + ":2", "notify r 4");
    }

    @Test
    void whoHasReadMoreThanThisNodeHasHeardOfIsToldNothing() {
        Client client = open(FRESH);
        fixture.publish(room, 2);
        fixture.settle();
        client.lines();
        fixture.log.add(room, 3);

        pulled(client, room, 5, 5);

        assertThat(client.lines()).isEmpty();
        fixture.publish(room, 1);
        fixture.settle();
        assertThat(client.lines()).containsExactly("notify r 6");
    }

    /// His pull is refused with what is left of the log, which is where he goes on.
    @Test
    void aLogThatWasTrimmedIsToldByThePull() {
        Client client = open(FRESH);
        fixture.publish(room, 7);
        fixture.settle();
        client.lines();
        room.first = 6;
        fixture.pass(2_500);
        assertThat(client.lines()).as("no pull was answered").containsExactly("notify r 7");

        pulled(client, room, 5, 7);
        pulled(client, room, 7, 7);
        fixture.pass(200_000);

        assertThat(news(client)).isEmpty();
    }

    @Test
    void whoPullsElsewhereIsToldAgainAfterTwoSecondsIfThereIsMore() {
        Client client = open(FRESH);
        fixture.publish(room, 3);
        fixture.settle();
        client.lines();
        fixture.pass(2_500);
        assertThat(client.lines()).as("nobody knows that he has it").containsExactly("notify r 3");
        fixture.pass(2_500);
        assertThat(client.lines()).as("he was told twice").isEmpty();

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

        pulled(client, other, 0, 2);
        pulled(client, other, 2, 2);
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

        fixture.streams.pulled(new UserId("bob"), session, page(room, 0, 1));
        fixture.streams.pulled(ANNA, new SessionId("another-session"), page(room, 0, 1));
        fixture.streams.pulled(ANNA, session, new PulledPage(other.id, room.at(0), room.at(1)));
        fixture.settle();

        assertThat(client.lines()).isEmpty();
        fixture.streams.pulled(ANNA, session, page(room, 0, 1));
        fixture.settle();
        assertThat(client.lines()).containsExactly("notify r 2");
    }

    @Test
    void whoTakesNothingIsToldTheNewestHeadOnceHeDoes() {
        Client client = open(FRESH);
        client.stop();
        fixture.publish(room, 1);
        fixture.settle();
        pulled(client, room, 0, 1);
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
