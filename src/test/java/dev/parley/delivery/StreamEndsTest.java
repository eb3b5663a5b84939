package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.ANNA;
import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.DeliveryFixture.after;
import static dev.parley.delivery.DeliveryFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.SessionId;
import dev.parley.kernel.TypeFilter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamEndsTest {

    private static final String E = "5aaaaaaaa";

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");

    @Test
    void whoseCredentialsEndWhileTheStreamIsOpenedHearsNothingElse() {
        log.add(room, 3);
        var request = new StreamRequest(
                List.of(room.id), false, FRESH, TypeFilter.ALL, true, false, null, Duration.ofSeconds(1));
        Client client = fixture.begin(request, List.of(room.state()));
        fixture.time.advance(Duration.ofSeconds(2));
        fixture.settle();

        assertThat(client.lines()).containsExactly("problem token-expired");
        assertThat(client.open).isFalse();
    }

    @Test
    void aRoomThatIsOverIsCaughtUpBeforeItIsClosed() {
        log.add(room, 2);
        log.add(room, "room.destroyed");
        Client client = fixture.open(room, after(room, 1));

        assertThat(client.lines())
                .containsExactly(
                        "hello r@3 resumed #" + E + ":1",
                        "r 2 #" + E + ":2",
                        "r 3 #" + E + ":3",
                        "caught-up r 3 replayed 2",
                        "closed r destroyed");
    }

    @Test
    void whoDoesNotTakeTheLastWordsIsCutOffInTime() {
        Client client = fixture.open(room, FRESH);
        fixture.pass(1_000);
        client.stop();
        fixture.tell(room, List.of(log.add(room, "room.destroyed")));
        fixture.pass(9_000);
        assertThat(client.lines()).contains("closed r destroyed");
        assertThat(client.aborted).isFalse();

        fixture.pass(3_000);
        assertThat(client.aborted).isTrue();
    }

    @Test
    void whoAskedFirstAndIsOpenedLastGivesWay() {
        var request = request(room.id, TypeFilter.ALL, true, new SessionId("session-1"));
        long askedFirst = fixture.streams.now();
        fixture.time.advance(Duration.ofSeconds(1));
        Client newer = fixture.open(request, List.of(room.state()));
        var older = new Client();
        var reader = new Reader(ANNA, _ -> true);
        fixture.streams.open(
                reader, request, askedFirst, List.of(room.state()), fixture, older, opening -> older.opening = opening);
        fixture.settle();

        assertThat(older.open).isFalse();
        assertThat(newer.open).isTrue();
    }
}
