package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.DeliveryFixture.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.delivery.Notice.CloseReason;
import dev.parley.delivery.Notice.Person;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.kernel.UserId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What streams are told beside their events, and what is told of who reads.
class SignalsTest {

    private static final String E = "5aaaaaaaa";
    private static final Signals BOTH = new Signals(true, true);

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");

    @AfterEach
    void everyBufferWasGivenBack() {
        assertThat(fixture.frames.buffersOut).isZero();
    }

    private Client open(Signals signals) {
        Client client = fixture.open(
                new StreamRequest(List.of(room.id), false, FRESH, TypeFilter.ALL, true, false, null, null, signals),
                List.of(room.state()));
        client.lines();
        return client;
    }

    private void signal(int joins, int count, boolean changed) {
        var people = new ArrayList<Person>();
        for (int i = 0; i < joins; i++) {
            people.add(new Person(new UserId("user" + i), null));
        }
        var presence = joins == 0 ? null : new Notice.Presence(room.id, people, List.of(), count, false);
        fixture.streams.signal(
                List.of(new RoomSignal(room.id, presence, new Notice.Occupancy(room.id, count, count), changed)));
        fixture.settle();
    }

    @Test
    void eachIsToldWhatItAsksForWithoutAnId() {
        Client both = open(BOTH);
        Client presence = open(new Signals(true, false));
        Client occupancy = open(new Signals(false, true));
        Client neither = open(Signals.NONE);

        signal(2, 3, true);

        assertThat(both.lines()).containsExactly("presence r +2 -0 of 3", "occupancy r 3");
        assertThat(presence.lines()).containsExactly("presence r +2 -0 of 3");
        assertThat(occupancy.lines()).containsExactly("occupancy r 3");
        assertThat(neither.lines()).isEmpty();
    }

    @Test
    void howeverManyAskItsFrameIsMadeOnce() {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            clients.add(open(BOTH));
        }
        fixture.frames.noticed = 0;

        signal(2, 3, true);

        assertThat(clients)
                .allSatisfy(
                        client -> assertThat(client.lines()).containsExactly("presence r +2 -0 of 3", "occupancy r 3"));
        assertThat(fixture.frames.noticed).isEqualTo(2);
    }

    @Test
    void whoIsNewIsToldTheCountAndTheOthersOnlyWhenItChanges() {
        Client first = open(BOTH);
        signal(0, 3, true);
        assertThat(first.lines()).containsExactly("occupancy r 3");
        Client second = open(BOTH);

        signal(0, 3, false);

        assertThat(first.lines()).isEmpty();
        assertThat(second.lines()).containsExactly("occupancy r 3");
    }

    @Test
    void aSignalGoesOutBehindTheEventsThatWait() {
        Client client = open(BOTH);
        fixture.publish(room, 1);
        fixture.streams.signal(List.of(new RoomSignal(room.id, null, new Notice.Occupancy(room.id, 7, 7), true)));
        fixture.settle();

        List<String> lines = client.lines();
        assertThat(lines).contains("occupancy r 7").containsAll(events("r", 1, 1, E));
    }

    @Test
    void whoTakesNothingIsNotToldLater() {
        Client client = open(BOTH);
        client.stop();
        fixture.publish(room, 1);
        fixture.settle();
        client.lines();
        signal(1, 3, true);
        assertThat(client.lines()).isEmpty();

        client.goOn();
        fixture.settle();

        assertThat(client.lines()).isEmpty();
        signal(0, 3, false);
        assertThat(client.lines()).as("who could not be told is told").containsExactly("occupancy r 3");
    }

    @Test
    void onlyRoomsThatSomebodyAsksForAreNamed() {
        Client client = open(BOTH);
        open(Signals.NONE);
        assertThat(fixture.streams.roomsWithSignals()).containsExactly(room.id);
        assertThat(fixture.streams.roomsWithNewSignals()).containsExactly(room.id);
        assertThat(fixture.streams.roomsWithNewSignals()).isEmpty();

        client.stream().closed();
        fixture.settle();

        assertThat(fixture.streams.roomsWithSignals()).isEmpty();
    }

    @Test
    void aSocketAsksForEachRoomAndNoLongerOnceItHasLeft() {
        var client = new Client();
        OpenSocket socket = fixture.connect(client, null, null);
        socket.join(room.state(), FRESH, TypeFilter.ALL, BOTH, _ -> {});
        fixture.settle();
        client.lines();
        signal(1, 2, true);
        assertThat(client.lines()).containsExactly("presence r +1 -0 of 2", "occupancy r 2");

        socket.leave(room.id);
        signal(1, 3, true);

        assertThat(client.lines()).isEmpty();
        assertThat(fixture.streams.roomsWithSignals()).isEmpty();
        socket.closed();
    }

    @Test
    void nothingIsToldOfARoomThatIsLeftBeforeItGoesOut() {
        var client = new Client();
        OpenSocket socket = fixture.connect(client, null, null);
        socket.join(room.state(), FRESH, TypeFilter.ALL, BOTH, _ -> {});
        fixture.settle();
        client.lines();

        fixture.streams.signal(List.of(new RoomSignal(room.id, null, new Notice.Occupancy(room.id, 7, 7), true)));
        fixture.execute(() -> socket.leave(room.id));
        fixture.settle();

        assertThat(client.lines()).isEmpty();
        socket.closed();
    }

    private static final class Told implements Attendance {
        final List<String> lines = new ArrayList<>();

        @Override
        public void came(RoomId room, Attendee who) {
            lines.add("+" + room + " " + who.user());
        }

        @Override
        public void went(RoomId room, Attendee who, @Nullable CloseReason reason) {
            lines.add("-" + room + " " + who.user() + (reason == null ? "" : " " + Notice.wire(reason)));
        }
    }

    @Test
    void whoReadsARoomCameAndWentOnce() {
        var told = new Told();
        var fixture = new DeliveryFixture(told);
        LogOnHand.Room here = fixture.log.create("here", "bbbbbbbb");
        Client client = fixture.open(here, FRESH);
        assertThat(told.lines).containsExactly("+here anna");

        client.stream().closed();
        fixture.settle();

        assertThat(told.lines).containsExactly("+here anna", "-here anna");
        var socket = fixture.connect(new Client(), null, null);
        socket.join(here.state(), FRESH, TypeFilter.ALL, _ -> {});
        fixture.settle();
        socket.leave(here.id);
        socket.closed();
        fixture.settle();
        assertThat(told.lines).containsExactly("+here anna", "-here anna", "+here anna", "-here anna");
    }
}
