package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.DeliveryFixture.after;
import static dev.parley.delivery.DeliveryFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Tier;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.Overflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Who falls behind in a room of newest values: he ends with the newest of every key, and never sees an
/// older one after a newer one.
class NewestValuesTest {

    private static final int KIB = 1 << 10;

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");

    @BeforeEach
    void newestValues() {
        room.overflow = Overflow.LATEST;
    }

    private Client slow() {
        Client client = fixture.open(room, FRESH);
        fixture.pass(1_000);
        client.stop();
        client.lines();
        return client;
    }

    private void update(String key, int bytes) {
        fixture.tell(room, List.of(log.add(room, Tier.HIGH, key, bytes)));
        fixture.settle();
    }

    private List<Long> goOn(Client client) {
        client.goOn();
        fixture.pass(200);
        return received(client);
    }

    private static List<Long> received(Client client) {
        List<Long> seqs = new ArrayList<>();
        for (String line : client.lines()) {
            if (line.startsWith("r ")) {
                seqs.add(Long.parseLong(line.split(" ")[1]));
            }
        }
        return seqs;
    }

    private void endsWithTheNewest(List<Long> received) {
        Map<String, Long> newest = new HashMap<>();
        room.events.forEach(event -> newest.put(event.valueOf(), event.seq()));
        Map<String, Long> last = new HashMap<>();
        received.forEach(seq -> last.put(room.events.get(seq.intValue() - 1).valueOf(), seq));
        assertThat(last).isEqualTo(newest);
        assertThat(received).isSorted().doesNotHaveDuplicates();
    }

    private int leftOut() {
        return fixture.counts.leftOut.getOrDefault("high superseded", 0);
    }

    @Test
    void heEndsWithTheNewestValueOfEachKey() {
        Client client = slow();
        for (int i = 0; i < 120; i++) {
            update("key" + i % 10, KIB);
        }
        List<Long> received = goOn(client);

        endsWithTheNewest(received);
        assertThat(received).hasSizeLessThan(15);
        assertThat(received.size() + leftOut()).isEqualTo(120);
        assertThat(fixture.counts.leftOut).containsOnlyKeys("high superseded");
    }

    @Test
    void moreKeysThanAWriteHoldsGoIntoSeveral() {
        Client client = slow();
        for (int i = 0; i < 200; i++) {
            update("key" + i % 80, KIB);
        }
        List<Long> received = goOn(client);

        endsWithTheNewest(received);
        assertThat(received.size() + leftOut()).isEqualTo(200);
    }

    @Test
    void keysThatAreOnlyInTheLogAnyMoreAreReadFromThere() {
        Client client = slow();
        for (int i = 0; i < 20; i++) {
            update("rare" + i % 5, 10);
        }
        for (int i = 0; i < 1_200; i++) {
            update("key" + i % 7, 10);
        }
        List<Long> received = goOn(client);

        endsWithTheNewest(received);
        assertThat(received.size() + leftOut()).isEqualTo(1_220);
        assertThat(fixture.counts.pages).isBetween(1, 6);
        assertThat(received)
                .filteredOn(seq -> seq <= 1_220 - TailWindow.MAX_EVENTS)
                .containsExactly(1L, 16L, 17L, 18L, 19L, 20L);
    }

    @Test
    void aMessageWithoutAKeyIsAValueOfItsType() {
        Client client = slow();
        for (int i = 0; i < 80; i++) {
            fixture.tell(room, List.of(log.add(room, i % 2 == 0 ? Tier.HIGH : Tier.LOW, KIB)));
            fixture.settle();
        }
        List<Long> received = goOn(client);

        endsWithTheNewest(received);
        assertThat(received).hasSizeLessThan(5).endsWith(79L, 80L);
    }

    @Test
    void whatIsCriticalIsNotReplaced() {
        Client client = slow();
        for (int i = 0; i < 60; i++) {
            fixture.tell(room, List.of(log.add(room, i % 6 == 0 ? Tier.CRITICAL : Tier.HIGH, "key", KIB)));
            fixture.settle();
        }
        List<Long> received = goOn(client);

        assertThat(received).contains(1L, 7L, 13L, 19L, 25L, 31L, 37L, 43L, 49L, 55L, 60L);
        assertThat(received).hasSizeLessThan(15);
    }

    @Test
    void whoKeepsUpSeesEachValue() {
        Client client = slow();
        client.reads = true;
        for (int i = 0; i < 100; i++) {
            update("key", KIB);
        }
        fixture.pass(100);

        assertThat(received(client)).hasSize(100);
    }

    @Test
    void whoComesBackGetsTheNewestOfWhatHeMissed() {
        for (int i = 0; i < 900; i++) {
            log.add(room, Tier.HIGH, "key" + i % 3, 10);
        }
        fixture.rules.reload(room.id, _ -> {});
        fixture.settle();
        Client client = fixture.open(room, after(room, 1));
        fixture.pass(1_100);
        List<Long> received = received(client);

        endsWithTheNewest(received);
        assertThat(received).hasSize(TailReads.FIRST_READ);
    }

    /// Nothing but the log's rows says of what something is a value.
    @Test
    void whoGoesOnAtAnotherNodeIsGivenTheNewestAsHeWouldBeHere() {
        Client client = slow();
        for (int i = 0; i < 900; i++) {
            update("key" + i % 6, 100);
        }
        var other = new DeliveryFixture(log);
        other.rules.reload(room.id, _ -> {});
        other.settle();
        Client there = other.open(room, after(room, 1));
        other.pass(1_100);
        List<Long> received = received(there);

        endsWithTheNewest(received);
        assertThat(received.size() + other.counts.leftOut.get("high superseded"))
                .isEqualTo(899);
        assertThat(goOn(client)).endsWith(895L, 896L, 897L, 898L, 899L, 900L);
    }

    /// A key may be named like one of the server's own events.
    @Test
    void theServersOwnEventsAreNotReplaced() {
        Client client = slow();
        for (int i = 0; i < 60; i++) {
            if (i % 20 == 0) {
                fixture.tell(room, List.of(log.add(room, "room.attributes", "{}", null, "anna")));
                fixture.settle();
            } else {
                update("room.attributes", KIB);
            }
        }
        List<Long> received = goOn(client);

        assertThat(received).contains(1L, 21L, 41L, 60L).hasSizeLessThan(10);
    }

    @Test
    void valuesThatAFilterLeavesOutReplaceNothing() {
        var types = new TypeFilter(Set.of("high"), Set.of());
        Client client = fixture.open(request(room.id, types, true, null), List.of(room.state()));
        fixture.pass(1_000);
        client.stop();
        for (int i = 0; i < 40; i++) {
            fixture.tell(room, List.of(log.add(room, Tier.HIGH, KIB)));
            fixture.settle();
        }
        for (int i = 0; i < 5; i++) {
            update("high", KIB);
        }
        List<Long> received = goOn(client);

        assertThat(received.getLast()).isEqualTo(40);
        assertThat(received).hasSizeLessThan(5);
    }
}
