package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.DeliveryFixture.events;
import static dev.parley.delivery.DeliveryFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MultiRoomStreamTest {

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room a = log.create("a", "aaaaaaaa");
    private final LogOnHand.Room b = log.create("b", "bbbbbbbb");

    private static String cursor(long a, long b) {
        return "#a=5aaaaaaaa:" + a + ",b=5bbbbbbbb:" + b;
    }

    @Test
    void eventsHaveNoIdsAndACursorClosesAPassOnceASecond() {
        Client client = fixture.openMulti(FRESH, a, b);
        assertThat(client.lines())
                .containsExactly(
                        "hello a@0 fresh b@0 fresh " + cursor(0, 0),
                        "caught-up a 0 replayed 0",
                        "caught-up b 0 replayed 0");
        fixture.publish(a, 2);
        fixture.settle();
        assertThat(client.lines()).isEqualTo(events("a", 1, 2, null));
        fixture.publish(b, 1);
        fixture.settle();
        assertThat(client.lines()).isEqualTo(events("b", 1, 1, null));
        fixture.pass(1_600);
        assertThat(client.lines()).containsExactly("cursor " + cursor(2, 1));

        fixture.publish(a, 1);
        fixture.pass(5_000);
        assertThat(client.lines()).containsExactly("a 3", "cursor " + cursor(3, 1));
        fixture.publish(a, 1);
        fixture.settle();
        assertThat(client.lines()).as("the last one is long ago").containsExactly("a 4", "cursor " + cursor(4, 1));
    }

    @Test
    void itResumesEachRoomFromItsOwnPosition() {
        log.add(a, 5);
        log.add(b, 400);
        var start = StreamStart.parse("a=5aaaaaaaa:3,b=5bbbbbbbb:20");
        Client client = fixture.openMulti(start, a, b);

        assertThat(client.lines())
                .startsWith("hello a@5 resumed b@400 resumed " + cursor(3, 20))
                .containsSubsequence(events("a", 4, 5, null))
                .containsSubsequence(events("b", 21, 400, null))
                .contains("caught-up a 5 replayed 2", "caught-up b 400 replayed 380");
    }

    @Test
    void withPagesOfSeveralRoomsItTakesOnePlaceAmongThoseWhoCatchUp() {
        var narrow = new DeliveryFixture(
                TailSettings.LOCAL, new StreamSettings(Duration.ofSeconds(10), Duration.ofSeconds(15), 10, 1));
        LogOnHand.Room c = narrow.log.create("c", "cccccccc");
        LogOnHand.Room d = narrow.log.create("d", "dddddddd");
        narrow.log.add(c, 400);
        narrow.log.add(d, 400);
        Client first = narrow.openMulti(StreamStart.parse("c=5cccccccc:0,d=5dddddddd:0"), c, d);
        Client second = narrow.openMulti(StreamStart.parse("c=5cccccccc:9,d=5dddddddd:9"), c, d);

        assertThat(first.lines()).contains("caught-up c 400 replayed 400", "caught-up d 400 replayed 400");
        assertThat(second.lines()).contains("caught-up c 400 replayed 391", "caught-up d 400 replayed 391");
    }

    @Test
    void aRoomThatTheCursorDoesNotNameBeginsFresh() {
        log.add(b, 4);
        Client client = fixture.openMulti(StreamStart.parse("a=5aaaaaaaa:0,x=5xxxxxxxx:1"), a, b);

        assertThat(client.lines()).startsWith("hello a@0 resumed b@4 fresh " + cursor(0, 4));
    }

    @Test
    void ofSeveralGapsOnlyTheLastCarriesTheCursor() {
        log.add(a, 2);
        log.add(b, 3);
        Client client = fixture.openMulti(new StreamStart.Malformed(), a, b);

        assertThat(client.lines())
                .startsWith(
                        "hello a@2 gap b@3 gap",
                        "gap a 1-2 of 1-2 bad-cursor",
                        "gap b 1-3 of 1-3 bad-cursor " + cursor(2, 3));
    }

    @Test
    void roomsThatMayNotBeReadAreClosedAfterHelloAndKeepTheirPlaceInTheCursor() {
        var secret = new RoomId("secret");
        var brought = new Position(b.epoch, 7);
        var start = new StreamStart.After(Map.of(a.id, a.at(0), secret, brought));
        Client client = fixture.open(request(List.of(a.id, secret), true, start), List.of(a.state()));

        assertThat(client.lines())
                .startsWith("hello a@0 resumed #a=5aaaaaaaa:0,secret=5bbbbbbbb:7", "closed secret forbidden");
        assertThat(client.open).isTrue();
    }

    @Test
    void theStreamGoesOnUntilItsLastRoomIsGone() {
        Client client = fixture.openMulti(FRESH, a, b);
        client.lines();
        fixture.tell(a, List.of(log.add(a, "room.destroyed")));
        log.rooms.remove(a.id);
        fixture.settle();
        assertThat(client.lines()).containsExactly("a 1", "closed a destroyed");
        fixture.publish(b, 1);
        fixture.pass(2_000);
        assertThat(client.lines()).containsExactly("b 1", "cursor " + cursor(1, 1));
        fixture.tell(b, List.of(log.add(b, "room.destroyed")));
        fixture.settle();

        assertThat(client.lines()).endsWith("b 2", "closed b destroyed");
        assertThat(client.open).isFalse();
    }

    @Test
    void aPlannedEndTellsTheCursorFirst() {
        Client client = fixture.openMulti(FRESH, a, b);
        client.lines();
        fixture.publish(a, 1);
        fixture.settle();
        client.lines();
        fixture.streams.drain(java.time.Duration.ZERO, () -> {});
        fixture.settle();

        assertThat(client.lines()).containsExactly("cursor " + cursor(1, 0), "reconnect draining");
    }

    @Test
    void aRoomThatIsGoneWhenTheStreamOpensIsToldLikeOneThatMayNotBeRead() {
        var states = List.of(a.state(), b.state());
        log.rooms.remove(b.id);
        Client client = fixture.open(request(List.of(a.id, b.id), true, FRESH), states);

        assertThat(client.lines()).startsWith("hello a@0 fresh #a=5aaaaaaaa:0", "closed b forbidden");
    }
}
