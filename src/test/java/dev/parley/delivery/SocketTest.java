package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.DeliveryFixture.after;
import static dev.parley.delivery.DeliveryFixture.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SocketTest {

    private static final String E = "5aaaaaaaa";

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");
    private final LogOnHand.Room other = log.create("s", "bbbbbbbb");
    private final Client client = new Client();
    private final List<OpenSocket.Joining> joinings = new ArrayList<>();
    private final OpenSocket socket = connect(client, null);

    private OpenSocket connect(Client over, @Nullable SessionId session) {
        return fixture.connect(over, session, null);
    }

    @AfterEach
    void everyBufferWasGivenBack() {
        assertThat(fixture.frames.buffersOut).isZero();
    }

    private void join(LogOnHand.Room joined, StreamStart start) {
        join(joined, start, TypeFilter.ALL);
    }

    private void join(LogOnHand.Room joined, StreamStart start, TypeFilter types) {
        socket.join(joined.state(), start, types, joining -> {
            joinings.add(joining);
            if (joining instanceof OpenSocket.Joined(var at)) {
                client.writes.add("joined " + at.room() + "@" + at.head() + " " + Notice.wire(at.resume()) + "\n");
            }
        });
        fixture.settle();
    }

    @Test
    void aSocketIsGreetedWithoutRooms() {
        assertThat(client.lines()).containsExactly("hello ");
    }

    @Test
    void aRoomThatJoinsIsDeliveredFromItsCursorOnAndEachEventNamesItsPosition() {
        log.add(room, 3);
        client.lines();
        join(room, after(room, 1));

        assertThat(client.lines())
                .containsExactly(
                        "joined r@3 resumed", "r 2 #" + E + ":2", "r 3 #" + E + ":3", "caught-up r 3 replayed 2");
        fixture.publish(room, 2);
        fixture.settle();
        assertThat(client.lines()).isEqualTo(events("r", 4, 5, E));
    }

    @Test
    void theAnswerToJoiningComesBeforeAnythingOfTheRoom() {
        client.lines();
        log.add(room, 1);
        join(room, after(room.id, new Position(other.epoch, 7)));

        assertThat(client.lines())
                .containsExactly(
                        "joined r@1 gap", "gap r 1-1 of 1-1 epoch-changed #" + E + ":1", "caught-up r 1 replayed 0");
    }

    /// As an adapter does that had the next op waiting for the answer.
    @Test
    void aRoomMayBeLeftAsSoonAsItHasJoined() {
        client.lines();
        log.add(room, 1);
        socket.join(room.state(), after(room, 0), TypeFilter.ALL, joining -> {
            joinings.add(joining);
            assertThat(socket.leave(room.id)).isTrue();
        });
        fixture.settle();
        fixture.publish(room, 1);
        fixture.settle();

        assertThat(joinings).singleElement().isInstanceOf(OpenSocket.Joined.class);
        assertThat(client.lines()).isEmpty();
    }

    @Test
    void severalRoomsKeepTheirOwnPositionsAndTypes() {
        client.lines();
        join(room, FRESH);
        join(other, FRESH, new TypeFilter(Set.of("note"), Set.of()));
        client.lines();
        fixture.publish(room, 1);
        fixture.publish(other, 1);
        fixture.tell(other, List.of(log.add(other, "note")));
        fixture.settle();

        assertThat(client.lines()).containsExactly("r 1 #" + E + ":1", "s 2 #5bbbbbbbb:2");
    }

    @Test
    void whatSeveralRoomsHaveIsOneWrite() {
        join(room, FRESH);
        join(other, FRESH);
        client.lines();
        fixture.publish(room, 2);
        fixture.publish(other, 2);
        fixture.settle();

        assertThat(client.writes).hasSize(1);
    }

    @Test
    void whatAFilterLeavesOutIsCoveredByAnIdOfItsRoom() {
        join(room, FRESH, new TypeFilter(Set.of("note"), Set.of()));
        join(other, FRESH);
        client.lines();
        fixture.publish(room, 2);
        fixture.pass(11_000);

        assertThat(client.lines()).containsExactly("cursor r #" + E + ":2");
    }

    @Test
    void aRoomThatIsLeftIsNotDeliveredAnyMoreAndTheSocketStays() {
        join(room, FRESH);
        join(other, FRESH);
        client.lines();
        assertThat(socket.leave(room.id)).isTrue();
        assertThat(socket.leave(room.id)).isFalse();
        fixture.publish(room, 1);
        fixture.publish(other, 1);
        fixture.settle();

        assertThat(client.lines()).containsExactly("s 1 #5bbbbbbbb:1");
        assertThat(client.open).isTrue();
    }

    @Test
    void aRoomThatJoinsAgainBeginsAnew() {
        join(room, FRESH);
        fixture.publish(room, 2);
        fixture.settle();
        client.lines();
        join(room, after(room, 1));
        fixture.publish(room, 1);
        fixture.settle();

        assertThat(client.lines())
                .containsExactly(
                        "joined r@2 resumed", "r 2 #" + E + ":2", "caught-up r 2 replayed 1", "r 3 #" + E + ":3");
    }

    @Test
    void aRoomThatIsDestroyedEndsAndTheSocketStays() {
        join(room, FRESH);
        client.lines();
        fixture.tell(room, List.of(log.add(room, "room.destroyed")));
        fixture.settle();

        assertThat(client.lines()).containsExactly("r 1 #" + E + ":1", "closed r destroyed");
        assertThat(client.open).isTrue();
        join(other, FRESH);
        assertThat(client.lines()).containsExactly("joined s@0 fresh", "caught-up s 0 replayed 0");
    }

    @Test
    void aHundredRoomsAreTheMost() {
        for (int i = 0; i <= OpenSocket.MAX_ROOMS; i++) {
            join(log.create("room" + i, "cccccccc"), FRESH);
        }
        assertThat(joinings).hasSize(101);
        assertThat(joinings.getLast()).isInstanceOf(OpenSocket.TooManyRooms.class);
        assertThat(joinings.subList(0, 100)).allMatch(OpenSocket.Joined.class::isInstance);
        join(log.rooms.get(new RoomId("room1")), FRESH);
        assertThat(joinings.getLast()).isInstanceOf(OpenSocket.Joined.class);
    }

    @Test
    void aRoomThatIsNotThereAnyMoreIsTold() {
        var state = room.state();
        log.rooms.remove(room.id);
        socket.join(state, FRESH, TypeFilter.ALL, joinings::add);
        fixture.settle();

        assertThat(joinings).containsExactly(new OpenSocket.NotThere());
    }

    @Test
    void aLogThatCannotBeReadIsToldAndItsTailGivenBack() {
        log.broken = new StoreUnavailableException("away", null);
        join(room, FRESH);
        assertThat(joinings).containsExactly(new OpenSocket.NotReadable());
        log.broken = null;
        fixture.pass(40_000);
        assertThat(fixture.tails.size()).isZero();
    }

    @Test
    void whoAnswersPingsStaysAndWhoDoesNotIsClosed() {
        client.lines();
        fixture.pass(26_000);
        assertThat(client.lines()).containsExactly(":");
        socket.heard();
        fixture.pass(25_000);
        assertThat(client.lines()).containsExactly(":");
        assertThat(client.open).isTrue();

        fixture.pass(11_500);
        assertThat(client.aborted).isTrue();
    }

    @Test
    void silenceOfAClientThatIsNotReadFromSaysNothing() {
        fixture.pass(26_000);
        socket.listening(false);
        fixture.pass(20_000);
        assertThat(client.open).isTrue();
        socket.listening(true);
        fixture.pass(36_500);
        assertThat(client.aborted).isTrue();
    }

    @Test
    void aSocketThatIsBusyIsPingedAllTheSame() {
        join(room, FRESH);
        client.lines();
        for (int i = 0; i < 13; i++) {
            fixture.publish(room, 1);
            fixture.pass(2_000);
        }
        assertThat(client.lines()).contains(":");
    }

    @Test
    void theNewestConnectionOfASessionReplacesTheOlder() {
        client.lines();
        var second = new Client();
        connect(second, socket.session());

        assertThat(client.lines()).containsExactly("replaced");
        assertThat(client.open).isFalse();
        assertThat(second.lines()).containsExactly("hello ");
    }

    @Test
    void newCredentialsProlongItAndCloseWhatTheyDoNotOpen() {
        var mortal = new Client();
        OpenSocket renewed = fixture.connect(mortal, null, Duration.ofSeconds(5));
        renewed.join(room.state(), FRESH, TypeFilter.ALL, joinings::add);
        fixture.settle();
        renewed.join(other.state(), FRESH, TypeFilter.ALL, joinings::add);
        fixture.pass(1_000);
        mortal.lines();
        renewed.renew(new Reader(DeliveryFixture.ANNA, state -> !state.id().equals(other.id)), Duration.ofSeconds(20));
        fixture.pass(1_000);
        assertThat(mortal.lines()).containsExactly("closed s forbidden");

        fixture.pass(17_000);
        assertThat(mortal.open).isTrue();
        fixture.pass(3_000);
        assertThat(mortal.lines()).contains("problem token-expired");
        assertThat(mortal.open).isFalse();
    }

    @Test
    void nothingJoinsASocketThatHasEnded() {
        socket.join(room.state(), FRESH, TypeFilter.ALL, joinings::add);
        client.open = false;
        socket.closed();
        fixture.settle();
        assertThat(joinings).containsExactly(new OpenSocket.Ended());
        socket.join(other.state(), FRESH, TypeFilter.ALL, joinings::add);
        assertThat(joinings.getLast()).isEqualTo(new OpenSocket.Ended());
        fixture.pass(40_000);
        assertThat(fixture.tails.size()).isZero();
        assertThat(fixture.streams.size()).isZero();
    }
}
