package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.DeliveryFixture.after;
import static dev.parley.delivery.DeliveryFixture.events;
import static dev.parley.delivery.DeliveryFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassTest {

    private static final String E = "5aaaaaaaa";
    private static final int SLICE = 4;
    private static final Duration GAP = Duration.ofMillis(10);

    private final DeliveryFixture fixture =
            new DeliveryFixture(TailSettings.LOCAL, StreamSettings.DEFAULT.withPasses(SLICE, GAP));
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");

    @AfterEach
    void everyBufferWasGivenBack() {
        assertThat(fixture.frames.buffersOut).isZero();
    }

    private List<Client> clients(int count) {
        List<Client> clients = IntStream.range(0, count)
                .mapToObj(_ -> fixture.open(room, FRESH))
                .toList();
        clients.forEach(Client::lines);
        fixture.frames.gathered.clear();
        fixture.pass(50);
        return clients;
    }

    private int gathered() {
        int count = fixture.frames.gathered.size();
        fixture.frames.gathered.clear();
        return count;
    }

    @Test
    void allStreamsOfARoomShareOneBuffer() {
        List<Client> clients = clients(10);
        fixture.publish(room, 3);
        fixture.pass(50);

        assertThat(gathered()).isEqualTo(1);
        clients.forEach(client -> {
            assertThat(client.writes).hasSize(1);
            assertThat(client.lines()).isEqualTo(events("r", 1, 3, E));
        });
    }

    @Test
    void theSameTypesShareABufferAndOthersHaveTheirOwn() {
        var texts = new TypeFilter(Set.of("text"), Set.of());
        var notes = new TypeFilter(Set.of("note"), Set.of());
        List<Client> clients = new ArrayList<>();
        for (TypeFilter types : List.of(texts, notes, texts, notes, TypeFilter.ALL)) {
            clients.add(fixture.open(request(room.id, types, true, null), List.of(room.state())));
        }
        clients.forEach(Client::lines);
        gathered();
        fixture.tell(room, List.of(log.add(room, "text"), log.add(room, "note"), log.add(room, "text")));
        fixture.pass(50);

        assertThat(gathered()).isEqualTo(3);
        assertThat(clients.get(0).lines()).containsExactly("r 1 #" + E + ":1", "r 3 #" + E + ":3");
        assertThat(clients.get(1).lines()).containsExactly("r 2 #" + E + ":2");
        assertThat(clients.get(2).lines()).containsExactly("r 1 #" + E + ":1", "r 3 #" + E + ":3");
        assertThat(clients.get(4).lines()).isEqualTo(events("r", 1, 3, E));
    }

    @Test
    void whatAFilterLeavesOutAtTheEndIsCoveredByAnIdInTime() {
        Client client = fixture.open(
                request(room.id, new TypeFilter(Set.of("text"), Set.of()), true, null), List.of(room.state()));
        client.lines();
        fixture.tell(room, List.of(log.add(room, "text"), log.add(room, "note")));
        fixture.pass(11_000);

        assertThat(client.lines()).containsExactly("r 1 #" + E + ":1", "cursor #" + E + ":2");
    }

    @Test
    void moreFiltersThanAreMergedAreStillServed() {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < FilterFormats.SLOTS + 3; i++) {
            var types = new TypeFilter(Set.of("t" + i), Set.of());
            clients.add(fixture.open(request(room.id, types, true, null), List.of(room.state())));
        }
        clients.forEach(Client::lines);
        List<Event> all = IntStream.range(0, clients.size())
                .mapToObj(i -> log.add(room, "t" + i))
                .toList();
        fixture.tell(room, all);
        fixture.pass(50);

        for (int i = 0; i < clients.size(); i++) {
            assertThat(clients.get(i).lines()).containsExactly("r " + (i + 1) + " #" + E + ":" + (i + 1));
        }
    }

    @Test
    void aSessionThatWantsNoEchoIsServedByItselfWhereItPublished() {
        var session = new SessionId("session-1");
        List<Client> others = clients(2);
        Client own = fixture.open(request(room.id, TypeFilter.ALL, false, session), List.of(room.state()));
        own.lines();
        gathered();
        List<Event> batch = log.add(room, 2);
        fixture.tails.committed(
                room.id, Retention.KEEP_ALL, batch, Map.of(batch.getFirst().position(), session));
        fixture.pass(50);

        assertThat(own.lines()).containsExactly("r 2 #" + E + ":2");
        others.forEach(other -> assertThat(other.lines()).isEqualTo(events("r", 1, 2, E)));

        gathered();
        fixture.publish(room, 1);
        fixture.pass(50);
        assertThat(gathered()).isEqualTo(1);
        assertThat(own.lines()).containsExactly("r 3 #" + E + ":3");
    }

    @Test
    void whoTakesNothingIsPassedOverAndFilledUpLater() {
        List<Client> clients = clients(3);
        Client slow = clients.get(1);
        slow.stop();
        fixture.publish(room, 1);
        fixture.pass(50);
        fixture.publish(room, 1);
        fixture.pass(50);
        slow.goOn();
        fixture.publish(room, 1);
        fixture.pass(50);

        clients.forEach(client -> assertThat(client.lines()).isEqualTo(events("r", 1, 3, E)));
    }

    @Test
    void aBigRoomIsServedInSlicesWithTheLoopsOtherWorkBetween() {
        List<Client> clients = clients(3 * SLICE);
        fixture.publish(room, 1);
        List<Long> servedWhenTheLoopCameBy = new ArrayList<>();
        Runnable[] look = new Runnable[1];
        look[0] = () -> {
            long served =
                    clients.stream().filter(client -> !client.writes.isEmpty()).count();
            servedWhenTheLoopCameBy.add(served);
            if (served < clients.size()) {
                fixture.execute(look[0]);
            }
        };
        fixture.execute(look[0]);
        fixture.settle();

        assertThat(servedWhenTheLoopCameBy).contains((long) SLICE, 2L * SLICE, 3L * SLICE);
    }

    @Test
    void signsOfLifeThatAreDueTogetherAreWrittenInSlices() {
        List<Client> clients = clients(3 * SLICE);
        List<Long> served = servedWhenTheLoopCameBy(clients);
        fixture.pass(16_000);

        assertThat(served).contains((long) SLICE, 2L * SLICE, 3L * SLICE);
        clients.forEach(client -> assertThat(client.lines()).containsExactly(":"));
    }

    @Test
    void streamsThatNoPassServesAreServedInSlicesToo() {
        List<Client> clients = IntStream.range(0, 3 * SLICE)
                .mapToObj(_ -> fixture.openMulti(FRESH, room))
                .toList();
        clients.forEach(Client::lines);
        List<Long> served = servedWhenTheLoopCameBy(clients);
        fixture.publish(room, 1);
        fixture.pass(50);

        assertThat(served).contains((long) SLICE, 2L * SLICE, 3L * SLICE);
    }

    private List<Long> servedWhenTheLoopCameBy(List<Client> clients) {
        List<Long> served = new ArrayList<>();
        clients.forEach(client -> client.afterWrite = () -> fixture.execute(() -> served.add(
                clients.stream().filter(other -> !other.writes.isEmpty()).count())));
        return served;
    }

    @Test
    void aTailThatHasNothingNewBeginsNoGap() {
        List<Client> clients = clients(3 * SLICE);
        fixture.tails.uncertain(room.id);
        fixture.settle();
        fixture.publish(room, 1);
        fixture.settle();

        clients.forEach(client -> assertThat(client.lines()).isEqualTo(events("r", 1, 1, E)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoLeavesInMidPassTakesNobodysPlace(boolean served) {
        List<Client> clients = clients(3 * SLICE);
        fixture.publish(room, 2);
        leaveInMidPass(clients, served);
        fixture.pass(50);

        List<Client> left = clients.stream().filter(client -> client.open).toList();
        assertThat(left).hasSize(3 * SLICE - 1);
        left.forEach(client -> assertThat(client.lines()).isEqualTo(events("r", 1, 2, E)));
    }

    /// After the first slice the first goes who was served by then, or was not.
    private void leaveInMidPass(List<Client> clients, boolean served) {
        Runnable[] look = new Runnable[1];
        look[0] = () -> {
            if (clients.stream().allMatch(client -> client.writes.isEmpty())) {
                fixture.execute(look[0]);
                return;
            }
            Client gone = clients.stream()
                    .filter(client -> client.writes.isEmpty() != served)
                    .findFirst()
                    .orElseThrow();
            gone.open = false;
            gone.stream().closed();
        };
        fixture.execute(look[0]);
    }

    @Test
    void whatComesInMidPassGoesWithTheNextOne() {
        List<Client> clients = clients(3 * SLICE);
        fixture.publish(room, 1);
        clients.forEach(client -> client.afterWrite = () -> {
            clients.forEach(other -> other.afterWrite = () -> {});
            fixture.publish(room, 1);
        });
        fixture.pass(50);

        assertThat(gathered()).isEqualTo(2);
        clients.forEach(client -> {
            assertThat(client.writes).hasSize(2);
            assertThat(client.lines()).isEqualTo(events("r", 1, 2, E));
        });
    }

    @Test
    void whoJoinsInMidPassMissesNothing() {
        List<Client> clients = clients(3 * SLICE);
        fixture.publish(room, 2);
        List<Client> joined = new ArrayList<>();
        fixture.execute(() ->
                joined.add(fixture.begin(request(List.of(room.id), false, after(room, 1)), List.of(room.state()))));
        fixture.pass(50);

        clients.forEach(client -> assertThat(client.lines()).isEqualTo(events("r", 1, 2, E)));
        assertThat(joined.getFirst().lines()).contains("r 2 #" + E + ":2").doesNotContain("r 1 #" + E + ":1");
    }

    @Test
    void passesOfABigRoomKeepAGapInWhichWhatComesIsMerged() {
        List<Client> clients = clients(SLICE + 1);
        fixture.publish(room, 1);
        fixture.settle();
        fixture.publish(room, 1);
        fixture.settle();
        fixture.publish(room, 1);
        fixture.settle();
        assertThat(clients.getFirst().writes).hasSize(1);

        fixture.pass(50);
        clients.forEach(client -> {
            assertThat(client.writes).hasSize(2);
            assertThat(client.lines()).isEqualTo(events("r", 1, 3, E));
        });
    }

    @Test
    void aSmallRoomWaitsForNoGap() {
        Client client = clients(SLICE).getFirst();
        fixture.publish(room, 1);
        fixture.settle();
        fixture.publish(room, 1);
        fixture.settle();

        assertThat(client.writes).hasSize(2);
        client.lines();
    }

    @Test
    void aPassCarriesNoMoreThanItsBoundAndTheNextTheRest() {
        List<Client> clients = clients(2);
        List<Event> big = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            big.add(log.add(room, "text", "\"" + "x".repeat(10_000) + "\"", null, "anna"));
        }
        fixture.tell(room, big);
        fixture.pass(50);

        clients.forEach(client -> {
            assertThat(client.writes).hasSize(2).allMatch(write -> write.length() <= Pass.MAX_BYTES);
            assertThat(client.lines()).isEqualTo(events("r", 1, 5, E));
        });
    }

    @Test
    void whatHasExpiredIsToldToEachStreamAsDropped() {
        List<Client> clients = clients(2);
        List<Event> batch =
                List.of(log.add(room, "text"), log.add(room, "text", "1", log.now - 1, "anna"), log.add(room, "text"));
        fixture.tell(room, batch);
        fixture.pass(50);

        clients.forEach(client -> assertThat(client.lines())
                .containsExactly("r 1 #" + E + ":1", "dropped r 2-2 1 #" + E + ":2", "r 3 #" + E + ":3"));
    }

    @Test
    void afterTheLogChangedPassesGoOnInTheNewOne() {
        List<Client> clients = clients(2);
        fixture.publish(room, 1);
        fixture.pass(50);
        room.epoch = new Epoch(6, room.epoch.life());
        fixture.tell(room, log.add(room, 1));
        fixture.pass(200);
        clients.forEach(client -> assertThat(client.lines()).contains("gap r 1-2 of 1-2 epoch-changed #6aaaaaaaa:2"));

        gathered();
        fixture.tell(room, log.add(room, 1));
        fixture.pass(50);
        assertThat(gathered()).isEqualTo(1);
        clients.forEach(client -> assertThat(client.lines()).containsExactly("r 3 #" + new Position(room.epoch, 3)));
    }

    @Test
    void whatGoesWrongWithAPassEndsItsStreamsAndNoCursorMovesOverWhatWasNotWritten() {
        List<Client> clients = clients(3);
        fixture.frames.broken = new IllegalStateException("no memory");
        fixture.publish(room, 1);
        fixture.pass(50);
        fixture.frames.broken = null;

        clients.forEach(client -> {
            assertThat(client.aborted).isTrue();
            assertThat(client.lines()).isEmpty();
        });
        Client back = fixture.open(room, after(room, 0));
        fixture.publish(room, 1);
        fixture.pass(50);
        assertThat(back.lines()).contains("r 1 #" + E + ":1", "r 2 #" + E + ":2");
    }

    @Test
    void whoWantsEverythingSharesABufferWhateverFiltersOthersHave() {
        for (int i = 0; i < FilterFormats.SLOTS + 1; i++) {
            var types = new TypeFilter(Set.of("t" + i), Set.of());
            fixture.open(request(room.id, types, true, null), List.of(room.state()));
        }
        List<Client> clients = clients(2);
        fixture.publish(room, 1);
        fixture.pass(50);

        assertThat(gathered()).isEqualTo(1);
        clients.forEach(client -> assertThat(client.lines()).isEqualTo(events("r", 1, 1, E)));
    }
}
