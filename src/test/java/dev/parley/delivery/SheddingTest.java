package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.DeliveryFixture.after;
import static dev.parley.delivery.DeliveryFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Event;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.Overflow;
import dev.parley.log.Retention;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Who falls behind in a room that sheds: what he gets, what he is told, and that both together are
/// everything.
class SheddingTest {

    private static final String E = "5aaaaaaaa";
    private static final Pattern DROPPED = Pattern.compile("dropped (\\w+) (\\d+)-(\\d+) (\\d+) (\\w+) slow #(\\S+)");
    private static final Pattern EVENT = Pattern.compile("r (\\d+)( #.*)?");
    private static final int KIB = 1 << 10;

    private final DeliveryFixture fixture = new DeliveryFixture();
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room room = log.create("r", "aaaaaaaa");

    @BeforeEach
    void shed() {
        room.overflow = Overflow.SHED;
    }

    /// What a client has of the room in all.
    private final class Account {
        final List<Long> received = new ArrayList<>();
        final Map<String, Long> dropped = new TreeMap<>();
        long to;

        Account read(Client client) {
            for (String line : client.lines()) {
                Matcher told = DROPPED.matcher(line);
                Matcher event = EVENT.matcher(line);
                if (told.matches()) {
                    assertThat(Long.parseLong(told.group(2))).isEqualTo(to + 1);
                    dropped.merge(told.group(5), Long.parseLong(told.group(4)), Long::sum);
                    long id = Long.parseLong(told.group(6).substring(E.length() + 1));
                    assertThat(id).isIn(to, Long.parseLong(told.group(3)));
                    to = id;
                } else if (event.matches()) {
                    assertThat(Long.parseLong(event.group(1))).isEqualTo(to + 1);
                    received.add(++to);
                }
            }
            return this;
        }

        void isComplete() {
            assertThat(to).isEqualTo(room.head());
            for (Tier tier : Tier.values()) {
                long accepted =
                        room.events.stream().filter(e -> e.tier() == tier).count();
                long got = received.stream().filter(seq -> tier(seq) == tier).count();
                assertThat(got + dropped.getOrDefault(tier.wire(), 0L))
                        .as("%s", tier)
                        .isEqualTo(accepted);
            }
            assertThat(dropped).doesNotContainKey("critical");
        }
    }

    private Tier tier(long seq) {
        return room.events.get((int) seq - 1).tier();
    }

    private void publish(Tier tier, int bytes) {
        fixture.tell(room, List.of(log.add(room, tier, bytes)));
        fixture.settle();
    }

    private void publish(String tiers, int bytes) {
        for (char tier : tiers.toCharArray()) {
            publish(tier == 'C' ? Tier.CRITICAL : tier == 'H' ? Tier.HIGH : Tier.LOW, bytes);
        }
    }

    /// One that has a write before it and takes nothing.
    private Client slow() {
        Client client = fixture.open(room, FRESH);
        // The rules are known from the first turn of the wheel on.
        fixture.pass(1_000);
        client.stop();
        return client;
    }

    private Account goOn(Client client) {
        client.goOn();
        fixture.pass(100);
        return new Account().read(client);
    }

    @Test
    void whoFallsBehindGetsTheNewestAndIsToldTheRest() {
        Client client = slow();
        publish("H".repeat(60), KIB);
        Account account = goOn(client);

        account.isComplete();
        assertThat(account.received.getLast()).isEqualTo(60);
        assertThat(account.received.size()).isBetween(25, 32);
        assertThat(fixture.counts.leftOut).containsOnlyKeys("high slow");
        assertThat(fixture.tails.shed(room.id)).containsEntry(Tier.HIGH, 60L - account.received.size());
    }

    @Test
    void everythingCriticalGoesAndHighGoesBeforeLow() {
        Client client = slow();
        publish("CLHLHLLLHCLHLHLLCH".repeat(6), KIB);
        Account account = goOn(client);

        account.isComplete();
        assertThat(account.received.stream().filter(seq -> tier(seq) == Tier.CRITICAL))
                .hasSize(18);
        assertThat(account.received).noneMatch(seq -> seq > 1 && tier(seq) == Tier.LOW);
        assertThat(account.received).isSorted();
    }

    @Test
    void criticalEventsOfManyWritesAllGo() {
        Client client = slow();
        publish("LC".repeat(80), KIB);
        Account account = goOn(client);

        account.isComplete();
        assertThat(account.received.stream().filter(seq -> tier(seq) == Tier.CRITICAL))
                .hasSize(80);
    }

    @Test
    void whatHasLeftTheTailIsCountedWithoutALookIntoTheLog() {
        Client client = slow();
        publish("HHL".repeat(300), 10);
        int pages = fixture.counts.pages;
        Account account = goOn(client);

        account.isComplete();
        assertThat(account.received.getLast()).isEqualTo(900);
        assertThat(account.dropped.keySet()).containsExactly("high", "low");
        assertThat(fixture.counts.pages).isEqualTo(pages);
    }

    @Test
    void criticalEventsThatHaveLeftTheTailAreReadFromTheLog() {
        Client client = slow();
        publish("HLC" + "HHL".repeat(100) + "C" + "L".repeat(600), 10);
        Account account = goOn(client);

        account.isComplete();
        assertThat(account.received).contains(3L, 304L);
        assertThat(fixture.counts.pages).isBetween(1, 4);
    }

    @Test
    void onceNothingCriticalIsLeftInTheLogItIsNotReadOn() {
        Client client = slow();
        publish("HLC" + "HHL".repeat(700), 10);
        goOn(client).isComplete();

        assertThat(fixture.counts.pages).isEqualTo(1);
    }

    @Test
    void whoComesBackFromBeforeTheTailIsToldWhatHeMissedAndGetsWhatIsCritical() {
        log.add(room, Tier.CRITICAL, 10);
        log.add(room, 600);
        log.add(room, Tier.CRITICAL, 10);
        log.add(room, 100);
        fixture.rules.reload(room.id, _ -> {});
        fixture.settle();
        Client client = fixture.open(room, after(room, 0));
        fixture.pass(1_100);
        Account account = new Account().read(client);

        account.isComplete();
        assertThat(account.received).startsWith(1L, 602L).endsWith(702L);
        assertThat(account.received).hasSize(2 + TailReads.FIRST_READ);
    }

    @Test
    void whoAskedForTheNewestGetsThemAll() {
        log.add(room, 600);
        fixture.rules.reload(room.id, _ -> {});
        fixture.settle();
        Client client = fixture.open(room, new StreamStart.Fresh(500));
        fixture.pass(100);

        List<String> lines = client.lines();
        assertThat(lines.subList(1, 501)).isEqualTo(DeliveryFixture.events("r", 101, 600, E));
        assertThat(lines.subList(501, lines.size())).containsExactly("caught-up r 600 replayed 500");
    }

    @Test
    void sumsAreRightOverReconnects() {
        Client client = slow();
        publish("HLLCH".repeat(40), KIB);
        client.goOn();
        client.stop();
        fixture.pass(50);
        Account account = new Account().read(client);
        client.stream().closed();
        publish("LLHC".repeat(200), 300);
        Client back = fixture.open(room, after(room, account.to));
        fixture.pass(1_100);
        account.read(back);
        back.stop();
        publish("LHC".repeat(60), KIB);
        back.goOn();
        fixture.pass(100);

        account.read(back).isComplete();
    }

    @Test
    void whoKeepsUpGetsEverything() {
        Client client = slow();
        client.reads = true;
        publish("HLC".repeat(40), 2 * KIB);

        Account account = new Account().read(client);
        account.isComplete();
        assertThat(account.dropped).isEmpty();
    }

    @Test
    void whatOneWriteCanBringIsBroughtEvenLate() {
        Client client = slow();
        publish("HLC".repeat(10), KIB);
        Account account = goOn(client);

        account.isComplete();
        assertThat(account.dropped).isEmpty();
    }

    @Test
    void whoHasCaughtUpAgainGetsEverythingAgain() {
        Client client = slow();
        publish("H".repeat(60), KIB);
        Account account = goOn(client);
        long told = account.dropped.getOrDefault("high", 0L);
        publish("H".repeat(60), KIB);

        account.read(client).isComplete();
        assertThat(account.dropped).containsEntry("high", told);
    }

    @Test
    void aRoomThatCatchesUpShedsNothing() {
        room.overflow = Overflow.CATCH_UP;
        Client client = slow();
        publish("HLC".repeat(300), 300);
        Account account = goOn(client);

        account.isComplete();
        assertThat(account.dropped).isEmpty();
    }

    @Test
    void theSettingActsOnOpenStreams() {
        room.overflow = Overflow.CATCH_UP;
        Client client = slow();
        room.overflow = Overflow.SHED;
        fixture.rules.reload(room.id, _ -> {});
        fixture.settle();
        publish("H".repeat(60), KIB);
        Account account = goOn(client);

        account.isComplete();
        assertThat(account.dropped).containsOnlyKeys("high");
    }

    @Test
    void onlyWhatTheReaderWantsIsCounted() {
        Client client = fixture.open(
                request(room.id, new TypeFilter(Set.of("high"), Set.of()), true, null), List.of(room.state()));
        fixture.pass(1_000);
        client.stop();
        publish("HLL".repeat(400), 100);
        client.goOn();
        fixture.pass(100);

        long dropped = client.lines().stream()
                .map(DROPPED::matcher)
                .filter(Matcher::matches)
                .peek(told -> assertThat(told.group(5)).isEqualTo("high"))
                .mapToLong(told -> Long.parseLong(told.group(4)))
                .sum();
        assertThat(dropped).isEqualTo(fixture.counts.leftOut.get("high slow").longValue());
        assertThat(dropped + fixture.counts.events).isEqualTo(400);
    }

    @Test
    void whatHasExpiredIsToldAsThat() {
        Client client = slow();
        publish(Tier.HIGH, 10);
        fixture.tell(room, List.of(log.add(room, "text", "1", log.now + 1_000, "anna")));
        publish("L".repeat(40), KIB);
        fixture.pass(1_500);
        client.goOn();
        fixture.pass(100);

        List<String> dropped = client.lines().stream()
                .filter(line -> line.startsWith("dropped"))
                .toList();
        assertThat(dropped).hasSize(2);
        assertThat(dropped.getFirst()).matches("dropped r 2-\\d+ 1 #" + E + ":1");
        assertThat(dropped.getLast()).matches("dropped r 2-(\\d+) \\d+ low slow #" + E + ":\\1");
    }

    @Test
    void ownMessagesThatAreNotWantedBackAreNotCounted() {
        var session = new SessionId("s".repeat(22));
        Client client = fixture.open(request(room.id, TypeFilter.ALL, false, session), List.of(room.state()));
        fixture.pass(1_000);
        client.stop();
        for (int i = 0; i < 80; i++) {
            Event event = log.add(room, Tier.HIGH, KIB);
            fixture.tails.committed(
                    room.id,
                    Retention.KEEP_ALL,
                    List.of(event),
                    i % 2 == 0 ? Map.of(event.position(), session) : Map.of());
            fixture.settle();
        }
        client.goOn();
        fixture.pass(100);

        assertThat(fixture.counts.leftOut.get("high slow") + fixture.counts.events)
                .isEqualTo(40);
    }

    @Test
    void eachRoomOfAStreamShedsByItsOwnSetting() {
        LogOnHand.Room durable = log.create("d", "bbbbbbbb");
        Client client = fixture.openMulti(FRESH, room, durable);
        fixture.pass(1_000);
        client.stop();
        publish("H", KIB);
        for (int i = 0; i < 60; i++) {
            publish(Tier.HIGH, KIB);
            fixture.tell(durable, List.of(log.add(durable, Tier.HIGH, KIB)));
        }
        client.goOn();
        fixture.pass(1_500);

        List<String> lines = client.lines();
        assertThat(lines.stream().filter(line -> line.startsWith("d "))).hasSize(60);
        assertThat(lines.stream().filter(line -> line.startsWith("r ")).count()).isBetween(25L, 33L);
        String moved = lines.stream()
                .filter(line -> line.startsWith("dropped"))
                .toList()
                .getLast();
        assertThat(moved).matches("dropped r \\d+-\\d+ \\d+ high slow #r=5aaaaaaaa:\\d+,d=5bbbbbbbb:\\d+");
        assertThat(lines.getLast()).isEqualTo("cursor #r=5aaaaaaaa:61,d=5bbbbbbbb:60");
    }

    @Test
    void aSocketIsToldTheSame() {
        var client = new Client();
        OpenSocket socket = fixture.connect(client, null, null);
        socket.join(room.state(), FRESH, TypeFilter.ALL, Signals.NONE, false, _ -> {});
        fixture.pass(1_000);
        client.lines();
        client.stop();
        publish("HHL".repeat(300), 10);
        client.reads = true;
        client.take((int) client.pending());
        socket.writable();
        fixture.pass(100);

        new Account().read(client).isComplete();
    }
}
