package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.presence.ConnectionEpoch;
import dev.parley.presence.Departure;
import dev.parley.presence.LeaveCause;
import dev.parley.presence.PresencePage;
import dev.parley.presence.PresentUser;
import dev.parley.presence.SessionChange;
import dev.parley.presence.SessionChange.Join;
import dev.parley.presence.SessionChange.Leave;
import dev.parley.presence.SessionChange.Rejoin;
import dev.parley.presence.SessionChange.Restore;
import dev.parley.presence.SessionEntry;
import dev.parley.presence.SessionKey;
import dev.parley.presence.SessionResult;
import dev.parley.presence.SessionResult.Departing;
import dev.parley.presence.SessionResult.Noted;
import dev.parley.presence.SessionResult.Present;
import dev.parley.presence.SessionResult.Superseded;
import dev.parley.presence.spi.PresenceRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every [PresenceRegistry] keeps. An adapter's test subclasses this and hands in two views of one
/// backend.
@Timeout(60)
public abstract class PresenceRegistryContract {

    /// Two registries without any entry, as two nodes see one backend.
    public record Registries(PresenceRegistry first, PresenceRegistry second, Runnable close) {}

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final NodeId HERE = new NodeId("node-here");
    private static final NodeId THERE = new NodeId("node-there");
    private static final RoomId LOBBY = new RoomId("lobby");
    private static final RoomId HALL = new RoomId("hall");

    private Registries registries;
    private PresenceRegistry registry;

    protected abstract Registries open();

    @BeforeEach
    void openRegistries() {
        registries = open();
        registry = registries.first();
    }

    @AfterEach
    void closeRegistries() {
        registries.close().run();
    }

    private static SessionEntry entry(RoomId room, String user, String session, long epoch) {
        return entry(room, user, session, epoch, HERE, null);
    }

    private static SessionEntry entry(
            RoomId room, String user, String session, long epoch, NodeId node, @Nullable String name) {
        var key = new SessionKey(room, new SessionId("session-" + session), new ConnectionEpoch(epoch));
        return new SessionEntry(key, new UserId(user), name, node);
    }

    private static SessionEntry entry(String user, String session, long epoch) {
        return entry(LOBBY, user, session, epoch);
    }

    private SessionResult apply(SessionChange change) {
        return registry.apply(List.of(change)).getFirst();
    }

    private void join(SessionEntry... entries) {
        for (SessionEntry entry : entries) {
            assertThat(apply(new Join(entry, Duration.ZERO)))
                    .isInstanceOfSatisfying(
                            Present.class,
                            present -> assertThat(present.epoch())
                                    .isEqualTo(entry.key().epoch()));
        }
    }

    private void leave(SessionEntry entry, Duration grace) {
        assertThat(apply(new Leave(entry.key(), LeaveCause.CLOSED, grace))).isEqualTo(new Noted());
    }

    private List<Departure> departing() {
        return registry.departing(HERE, 500, LONG);
    }

    private static List<SessionKey> keys(List<Departure> departures) {
        return departures.stream().map(departure -> departure.entry().key()).toList();
    }

    private static List<String> users(PresencePage page) {
        return page.users().stream()
                .map(user -> user.user().value() + "×" + user.sessions())
                .toList();
    }

    private List<String> users() {
        return users(registries.second().page(LOBBY, null, 500));
    }

    @Test
    void whoJoinedIsThereForEveryNodeAsHeIs() {
        join(entry(LOBBY, "bob|1", "b", Long.MAX_VALUE, THERE, "Böb \"1\""));

        PresencePage page = registries.second().page(LOBBY, null, 10);

        assertThat(page.users()).containsExactly(new PresentUser(new UserId("bob|1"), "Böb \"1\"", 1));
        assertThat(page.more()).isFalse();
        assertThat(page.occupancy().sessions()).isEqualTo(1);
        assertThat(registry.nodes()).containsExactly(THERE);
    }

    @Test
    void usersAreToldOnceInTheOrderOfTheirIdsAndInPages() {
        join(entry("bob", "b1", 1), entry("Zoe", "z", 2), entry("alice", "a", 3), entry("bob", "b2", 4));
        join(entry("al", "l", 6), entry(HALL, "carol", "c", 5));

        assertThat(users()).containsExactly("Zoe×1", "al×1", "alice×1", "bob×2");
        PresencePage first = registry.page(LOBBY, null, 2);
        assertThat(users(first)).containsExactly("Zoe×1", "al×1");
        assertThat(first.more()).isTrue();
        PresencePage rest = registry.page(LOBBY, new UserId("al"), 2);
        assertThat(users(rest)).containsExactly("alice×1", "bob×2");
        assertThat(rest.more()).isFalse();
        assertThat(users(registry.page(LOBBY, new UserId("aaron"), 1))).containsExactly("al×1");
    }

    @Test
    void occupancyCountsSessionsAndUsersOfEachRoomAskedFor() {
        join(entry("bob", "b1", 1), entry("bob", "b2", 2), entry("alice", "a", 3), entry(HALL, "bob", "b1", 1));
        var empty = new RoomId("empty");

        var found = registries.second().occupancy(List.of(LOBBY, HALL, empty));

        assertThat(found).containsOnlyKeys(LOBBY, HALL, empty);
        assertThat(found.get(LOBBY)).returns(3L, it -> it.sessions()).returns(2L, it -> it.users());
        assertThat(found.get(HALL)).returns(1L, it -> it.sessions()).returns(1L, it -> it.users());
        assertThat(found.get(empty)).returns(0L, it -> it.sessions()).returns(0L, it -> it.users());
    }

    @Test
    void holdersAreTheNodesWithEntriesOfARoom() {
        SessionEntry graceful = entry(LOBBY, "bob", "b", 2, THERE, null);
        join(entry("alice", "a", 1), graceful, entry(HALL, "bob", "b", 3));
        leave(graceful, LONG);

        var found = registry.holders(List.of(LOBBY, HALL, new RoomId("empty")));

        assertThat(found.get(LOBBY)).containsExactlyInAnyOrder(HERE, THERE);
        assertThat(found.get(HALL)).containsExactly(HERE);
        assertThat(found.getOrDefault(new RoomId("empty"), Set.of())).isEmpty();
    }

    @Test
    void aNewConnectionTakesTheOldOnesPlaceAndTheOldOnesLeaveDoesNothing() {
        join(entry("bob", "b", 1), entry(LOBBY, "bob", "b", 2, THERE, null));

        leave(entry("bob", "b", 1), Duration.ZERO);

        assertThat(departing()).isEmpty();
        assertThat(users()).containsExactly("bob×1");
        assertThat(registry.nodes()).containsExactly(THERE);
    }

    @Test
    void anOlderConnectionThatIsToldLateDoesNotTakeTheNewerOnesPlace() {
        SessionEntry older = entry("bob", "b", 1);
        SessionEntry newer = entry(LOBBY, "bob", "b", 2, THERE, null);
        join(newer);

        assertThat(apply(new Join(older, Duration.ofSeconds(5)))).isEqualTo(new Superseded());

        leave(older, Duration.ZERO);
        assertThat(departing()).isEmpty();
        assertThat(registries.second().holders(List.of(LOBBY)).get(LOBBY)).containsExactly(THERE);
        assertThat(apply(new Join(newer, Duration.ofSeconds(10)))).isEqualTo(new Present(new ConnectionEpoch(2)));
        // That it was told again, and later, does not make it younger.
        assertThat(apply(new Join(newer, Duration.ZERO))).isEqualTo(new Present(new ConnectionEpoch(2)));
        assertThat(apply(new Join(older.under(new ConnectionEpoch(3)), Duration.ZERO)))
                .isEqualTo(new Present(new ConnectionEpoch(3), THERE));
    }

    @Test
    void whoTakesASessionOverIsToldFromWhichOtherNode() {
        join(entry("bob", "b", 1));

        SessionEntry there = entry(LOBBY, "bob", "b", 2, THERE, null);
        assertThat(apply(new Join(there, Duration.ZERO))).isEqualTo(new Present(new ConnectionEpoch(2), HERE));
        assertThat(apply(new Join(there, Duration.ZERO))).isEqualTo(new Present(new ConnectionEpoch(2)));
        assertThat(apply(new Join(there.under(new ConnectionEpoch(3)), Duration.ZERO)))
                .as("from the same node")
                .isEqualTo(new Present(new ConnectionEpoch(3)));
        leave(there.under(new ConnectionEpoch(3)), LONG);
        assertThat(apply(new Join(entry("bob", "b", 4), Duration.ZERO)))
                .as("from one that had ended")
                .isEqualTo(new Present(new ConnectionEpoch(4)));
    }

    @Test
    void anEntryOfLongAgoGivesWayToAConnectionThatComesAgain() {
        for (String user : List.of("bob", "eve")) {
            assertThat(apply(new Join(entry(user, user, 1), Duration.ofMinutes(1))))
                    .isInstanceOf(Present.class);
        }
        SessionEntry bob = entry(LOBBY, "bob", "bob", 2, THERE, null);
        SessionEntry eve = entry(LOBBY, "eve", "eve", 2, THERE, null);
        var spare = new ConnectionEpoch(3);

        assertThat(apply(new Rejoin(bob, spare, Duration.ofSeconds(10)))).isEqualTo(new Present(spare, HERE));
        registry.orphan(HERE, Duration.ZERO, 500);
        assertThat(apply(new Rejoin(eve, spare, Duration.ofSeconds(10)))).isEqualTo(new Present(spare));

        assertThat(departing()).isEmpty();
        assertThat(users()).containsExactly("bob×1", "eve×1");
        assertThat(registry.nodes()).containsExactly(THERE);
    }

    @Test
    void whoIsInHisGraceIsThereAndMayReturn() {
        SessionEntry bob = entry("bob", "b", 1);
        join(bob);
        leave(bob, LONG);

        assertThat(users()).containsExactly("bob×1");
        assertThat(departing()).isEmpty();
        join(entry("bob", "b", 2));
        leave(bob, Duration.ZERO);
        assertThat(departing()).isEmpty();
    }

    @Test
    void aReturnEndsTheGraceUnderWhicheverEpoch() {
        SessionEntry bob = entry("bob", "b", 1);
        SessionEntry eve = entry("eve", "e", 2);
        join(bob, eve);
        leave(bob, Duration.ofMillis(200));
        leave(eve, Duration.ofMillis(200));
        SessionEntry marker = entry("marker", "m", 9);
        join(bob, entry("eve", "e", 3), marker);
        leave(marker, Duration.ofMillis(400));

        List<Departure> gone = await().until(this::departing, found -> !found.isEmpty());

        assertThat(keys(gone)).containsExactly(marker.key());
    }

    @Test
    void aGraceThatIsOverIsToldOnceWithItsCauseAndThenGone() {
        SessionEntry bob = entry(LOBBY, "bob", "b", 1, HERE, "Bob");
        join(bob);
        leave(bob, Duration.ofMillis(50));

        List<Departure> gone = await().until(this::departing, found -> !found.isEmpty());

        assertThat(gone).containsExactly(new Departure(bob, LeaveCause.CLOSED, true, true));
        assertThat(users()).isEmpty();
        assertThat(registry.occupancy(List.of(LOBBY)).get(LOBBY)).returns(0L, it -> it.sessions());
        assertThat(registries.second().departing(THERE, 500, LONG)).isEmpty();
        registry.remove(keys(gone));
        assertThat(apply(new Rejoin(bob, new ConnectionEpoch(2), Duration.ZERO)))
                .isEqualTo(new Present(new ConnectionEpoch(2)));
    }

    @Test
    void ofTwoLeavesTheOneThatEndsFirstCounts() {
        SessionEntry bob = entry("bob", "b", 1);
        SessionEntry eve = entry("eve", "e", 1);
        join(bob, eve);
        leave(bob, LONG);
        apply(new Leave(bob.key(), LeaveCause.KICKED, Duration.ZERO));
        apply(new Leave(eve.key(), LeaveCause.BANNED, Duration.ZERO));
        leave(eve, LONG);

        assertThat(departing())
                .extracting(Departure::cause)
                .containsExactlyInAnyOrder(LeaveCause.KICKED, LeaveCause.BANNED);
    }

    @Test
    void ofAUsersEntriesOneIsHisLastAndOfARoomsOneVacatesIt() {
        List<SessionEntry> tabs = IntStream.range(0, 5)
                .mapToObj(i -> entry("bob", "b" + i, 1 + i))
                .toList();
        tabs.forEach(this::join);
        SessionEntry eve = entry("eve", "e", 9);
        join(eve);
        tabs.forEach(tab -> leave(tab, Duration.ZERO));

        List<Departure> bobs = departing();
        assertThat(bobs).hasSize(5).noneMatch(Departure::vacates);
        assertThat(bobs.stream().filter(Departure::last)).hasSize(1);
        leave(eve, Duration.ZERO);
        assertThat(departing()).singleElement().matches(Departure::last).matches(Departure::vacates);
    }

    @Test
    void aSessionThatStaysKeepsItsUserThere() {
        SessionEntry left = entry("bob", "b1", 1);
        join(left, entry("bob", "b2", 2));
        leave(left, Duration.ZERO);

        assertThat(departing()).singleElement().matches(departure -> !departure.last());
        assertThat(users()).containsExactly("bob×1");
    }

    @Test
    void whatSomebodyClaimedAndDidNotRemoveIsToldAgainAsItWas() {
        SessionEntry bob = entry("bob", "b", 1);
        join(bob, entry("eve", "e", 2));
        leave(bob, Duration.ZERO);
        List<Departure> told = registry.departing(HERE, 500, Duration.ofMillis(100));
        leave(entry("eve", "e", 2), Duration.ZERO);
        assertThat(keys(departing())).containsExactly(entry("eve", "e", 2).key());

        List<Departure> again =
                await().until(() -> registries.second().departing(THERE, 500, LONG), found -> !found.isEmpty());

        assertThat(again).isEqualTo(told);
        assertThat(departing()).isEmpty();
    }

    @Test
    void whileALeaveIsWrittenDownNobodyItIsAboutComes() {
        SessionEntry bob = entry("bob", "b", 1);
        SessionEntry other = entry("bob", "b2", 3);
        join(bob);
        leave(bob, Duration.ZERO);
        List<Departure> gone = departing();

        assertThat(apply(new Join(entry("bob", "b", 2), Duration.ZERO))).isEqualTo(new Departing());
        assertThat(apply(new Join(other, Duration.ZERO))).isEqualTo(new Departing());
        assertThat(apply(new Rejoin(bob, new ConnectionEpoch(2), Duration.ZERO)))
                .isEqualTo(new Departing());
        assertThat(apply(new Rejoin(other, new ConnectionEpoch(4), Duration.ZERO)))
                .isEqualTo(new Departing());
        // It is the room's last too.
        assertThat(apply(new Join(entry("eve", "e", 5), Duration.ZERO))).isEqualTo(new Departing());
        join(entry(HALL, "bob", "b", 6));

        registry.remove(keys(gone));
        join(other, entry("eve", "e", 5));
    }

    @Test
    void othersComeWhileALeaveIsWrittenDownThatDoesNotVacateTheRoom() {
        SessionEntry bob = entry("bob", "b", 1);
        join(bob, entry("eve", "e", 2));
        leave(bob, Duration.ZERO);
        assertThat(departing()).hasSize(1);

        join(entry("carol", "c", 3));
        assertThat(users()).containsExactly("carol×1", "eve×1");
    }

    @Test
    void onlyWhatDepartsIsRemovedAndOnlyUnderItsEpoch() {
        SessionEntry stays = entry("alice", "a", 1);
        SessionEntry bob = entry("bob", "b", 2);
        join(stays, bob);
        leave(bob, Duration.ZERO);
        assertThat(departing()).hasSize(1);

        registry.remove(List.of(
                stays.key(), entry("bob", "b", 7).key(), entry("carol", "c", 1).key()));

        assertThat(users()).containsExactly("alice×1");
        assertThat(apply(new Join(entry("bob", "b", 3), Duration.ZERO))).isEqualTo(new Departing());
    }

    @Test
    void whoComesBackUnderHisOldEpochStays() {
        SessionEntry bob = entry("bob", "b", 1);
        join(bob);
        assertThat(registry.orphan(HERE, LONG, 500)).isFalse();
        assertThat(registry.nodes()).isEmpty();

        assertThat(apply(new Rejoin(bob, new ConnectionEpoch(2), Duration.ZERO)))
                .isEqualTo(new Present(new ConnectionEpoch(1)));
        assertThat(registry.nodes()).containsExactly(HERE);
    }

    @Test
    void whoWasForgottenComesBackUnderHisSpareEpochHoweverOftenHeSaysSo() {
        SessionEntry bob = entry("bob", "b", 1);
        var rejoin = new Rejoin(bob, new ConnectionEpoch(2), Duration.ZERO);

        assertThat(apply(rejoin)).isEqualTo(new Present(new ConnectionEpoch(2)));
        assertThat(apply(rejoin)).isEqualTo(new Present(new ConnectionEpoch(2)));
        assertThat(users()).containsExactly("bob×1");
        leave(bob, Duration.ZERO);
        assertThat(departing()).isEmpty();
        leave(bob.under(new ConnectionEpoch(2)), Duration.ZERO);
        assertThat(departing()).hasSize(1);
    }

    @Test
    void whoComesBackAfterANewerConnectionOfHisSessionIsSuperseded() {
        join(entry(LOBBY, "bob", "b", 5, THERE, null));

        assertThat(apply(new Rejoin(entry("bob", "b", 1), new ConnectionEpoch(2), Duration.ZERO)))
                .isEqualTo(new Superseded());
        assertThat(registry.nodes()).containsExactly(THERE);
    }

    @Test
    void anOrphanKeepsTheGraceItHasAndOthersGetOne() {
        SessionEntry closed = entry("alice", "a", 1);
        join(closed, entry("bob", "b", 2), entry(LOBBY, "eve", "e", 3, THERE, null));
        leave(closed, LONG);

        assertThat(registries.second().orphan(HERE, Duration.ZERO, 500)).isFalse();

        assertThat(departing())
                .containsExactly(new Departure(entry("bob", "b", 2), LeaveCause.LEASE_EXPIRED, true, false));
        assertThat(registry.nodes()).containsExactly(THERE);
    }

    @Test
    void orphansAreMadeInPortions() {
        IntStream.range(0, 5).forEach(i -> join(entry("user" + i, "s" + i, 1 + i)));

        assertThat(registry.orphan(HERE, Duration.ZERO, 2)).isTrue();
        assertThat(departing()).hasSize(2);
        while (registry.orphan(HERE, Duration.ZERO, 2)) {
            assertThat(registry.nodes()).isNotNull();
        }
        assertThat(departing()).hasSize(3);
        assertThat(registry.nodes()).isEmpty();
    }

    @Test
    void whoIsRestoredIsInHisGraceAndNobodyElseIsTouched() {
        SessionEntry here = entry("alice", "a", 1);
        SessionEntry bob = entry("bob", "b", 2);
        join(here);

        assertThat(apply(new Restore(here.under(new ConnectionEpoch(7)), Duration.ZERO)))
                .isEqualTo(new Noted());
        assertThat(apply(new Restore(here, Duration.ZERO))).isEqualTo(new Noted());
        assertThat(apply(new Restore(bob, Duration.ZERO))).isEqualTo(new Noted());

        assertThat(departing()).containsExactly(new Departure(bob, LeaveCause.LEASE_EXPIRED, true, false));
        assertThat(apply(new Restore(bob.under(new ConnectionEpoch(8)), LONG))).isEqualTo(new Noted());
    }

    @Test
    void whoHasAnEntryIsNotRestoredBesideIt() {
        SessionEntry bob = entry("bob", "b", 1);
        SessionEntry eve = entry("eve", "e", 2);
        join(bob, eve);
        leave(eve, LONG);
        var restore = List.<SessionChange>of(
                new Restore(entry("bob", "b2", 3), LONG),
                new Restore(entry("eve", "e2", 4), LONG),
                new Restore(entry("carol", "c", 5), LONG),
                new Restore(entry("carol", "c2", 6), LONG),
                new Restore(entry(HALL, "bob", "b2", 7), LONG));

        assertThat(registry.apply(restore)).hasSize(5).containsOnly(new Noted());

        assertThat(users()).containsExactly("bob×1", "carol×1", "eve×1");
        assertThat(users(registry.page(HALL, null, 10))).containsExactly("bob×1");
        leave(bob, Duration.ZERO);
        assertThat(departing()).hasSize(1);
        assertThat(apply(new Restore(entry("bob", "b4", 8), LONG))).isEqualTo(new Noted());
        assertThat(users()).containsExactly("carol×1", "eve×1");
    }

    @Test
    void nobodyIsRestoredIntoARoomWhileItIsVacated() {
        SessionEntry bob = entry("bob", "b", 1);
        join(bob);
        leave(bob, Duration.ZERO);
        assertThat(departing()).hasSize(1);

        assertThat(apply(new Restore(entry("eve", "e", 2), LONG))).isEqualTo(new Departing());
    }

    @Test
    void changesOfOneCallAreAppliedInTheirOrder() {
        SessionEntry first = entry("bob", "b", 1);
        SessionEntry second = entry("bob", "b", 2);

        List<SessionResult> results = registry.apply(List.of(
                new Join(first, Duration.ZERO),
                new Leave(first.key(), LeaveCause.CLOSED, Duration.ZERO),
                new Join(second, Duration.ZERO),
                new Leave(first.key(), LeaveCause.CLOSED, Duration.ZERO),
                new Rejoin(first, new ConnectionEpoch(3), Duration.ZERO)));

        assertThat(results)
                .containsExactly(
                        new Present(new ConnectionEpoch(1)),
                        new Noted(),
                        new Present(new ConnectionEpoch(2)),
                        new Noted(),
                        new Superseded());
        assertThat(departing()).isEmpty();
    }

    @Test
    void aFullCallIsTaken() {
        List<SessionChange> joins = IntStream.range(0, PresenceRegistry.MOST_CHANGES)
                .<SessionChange>mapToObj(i -> new Join(entry("user" + i, "s" + i, 1 + i), Duration.ZERO))
                .toList();

        assertThat(registry.apply(joins)).hasSize(500).allMatch(Present.class::isInstance);
        assertThat(registry.apply(List.of())).isEmpty();
        assertThat(registry.page(LOBBY, null, 500).users()).hasSize(500);
    }

    @Test
    void theGenerationIsTheSameForAllAndStaysWhileNothingIsLost() {
        String generation = registry.generation();
        join(entry("bob", "b", 1));

        assertThat(registries.second().generation()).isEqualTo(generation);
        assertThat(registry.generation()).isEqualTo(generation);
    }

    @Test
    void tabsThatLeaveTogetherOnTwoNodesAreOneDeparture() {
        for (int round = 0; round < 10; round++) {
            int base = 1 + round * 10;
            List<SessionEntry> tabs = IntStream.range(0, 5)
                    .mapToObj(i -> entry(LOBBY, "bob", "b" + i, base + i, i % 2 == 0 ? HERE : THERE, null))
                    .toList();
            tabs.forEach(this::join);

            var found = AtOnce.run(5, i -> () -> {
                PresenceRegistry mine = i % 2 == 0 ? registries.first() : registries.second();
                mine.apply(List.of(new Leave(tabs.get(i).key(), LeaveCause.CLOSED, Duration.ZERO)));
                return mine.departing(HERE, 500, LONG);
            });

            List<Departure> all =
                    new ArrayList<>(found.stream().flatMap(List::stream).toList());
            all.addAll(departing());
            assertThat(keys(all))
                    .containsExactlyInAnyOrderElementsOf(
                            tabs.stream().map(SessionEntry::key).toList());
            assertThat(all.stream().filter(Departure::last)).hasSize(1);
            assertThat(all.stream().filter(Departure::vacates)).hasSize(1);
            registry.remove(keys(all));
        }
    }

    @Test
    void joinsOfOneSessionOnTwoNodesLeaveOneEntry() {
        for (int round = 0; round < 10; round++) {
            int base = 1 + round * 10;

            AtOnce.run(
                    6,
                    i -> () -> (i % 2 == 0 ? registries.first() : registries.second())
                            .apply(List.of(new Join(
                                    entry(LOBBY, "bob", "b", base + i, i % 2 == 0 ? HERE : THERE, null),
                                    Duration.ZERO))));

            assertThat(users()).containsExactly("bob×1");
        }
    }

    @Test
    void callsThatCrossEachOtherAllSucceed() {
        var rooms = IntStream.range(0, 8).mapToObj(i -> new RoomId("room" + i)).toList();

        AtOnce.run(6, thread -> () -> {
            PresenceRegistry mine = thread % 2 == 0 ? registries.first() : registries.second();
            for (int round = 0; round < 5; round++) {
                var changes = new ArrayList<SessionChange>();
                for (int i = 0; i < 8; i++) {
                    // Each goes through the rooms the other way round.
                    RoomId room = rooms.get(thread % 2 == 0 ? i : 7 - i);
                    changes.add(new Join(
                            entry(room, "user" + thread, "s" + thread, 1 + thread * 10 + round), Duration.ZERO));
                }
                assertThat(mine.apply(changes)).allMatch(Present.class::isInstance);
            }
            return true;
        });

        assertThat(registry.occupancy(rooms).values()).allMatch(occupancy -> occupancy.users() == 6);
    }
}
