package dev.parley.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.presence.SessionResult.Noted;
import dev.parley.presence.SessionResult.Present;
import dev.parley.presence.spi.PresenceRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PresenceKeeperTest {

    private static final NodeId HERE = new NodeId("node-here");
    private static final RoomId LOBBY = new RoomId("lobby");

    private static final class Registry implements PresenceRegistry {
        final List<List<SessionChange>> calls = new ArrayList<>();
        String generation = "one";
        boolean down;

        @Nullable
        SessionResult answer;

        private void reach() {
            if (down) {
                throw new IllegalStateException("down");
            }
        }

        @Override
        public List<SessionResult> apply(List<SessionChange> changes) {
            calls.add(changes);
            reach();
            return changes.stream().map(this::answer).toList();
        }

        private SessionResult answer(SessionChange change) {
            SessionResult fixed = answer;
            if (fixed != null) {
                return fixed;
            }
            return change instanceof SessionChange.Leave
                    ? new Noted()
                    : new Present(change.key().epoch());
        }

        @Override
        public Set<NodeId> nodes() {
            return Set.of();
        }

        @Override
        public boolean orphan(NodeId node, Duration grace, int limit) {
            calls.add(List.of());
            return false;
        }

        @Override
        public List<Departure> departing(NodeId by, int limit, Duration claim) {
            return List.of();
        }

        @Override
        public void remove(List<SessionKey> keys) {}

        @Override
        public PresencePage page(RoomId room, @Nullable UserId after, int limit) {
            return new PresencePage(new Occupancy(0, 0, 0), List.of(), false);
        }

        @Override
        public Map<RoomId, Occupancy> occupancy(Collection<RoomId> rooms) {
            return Map.of();
        }

        @Override
        public Map<RoomId, Set<NodeId>> holders(Collection<RoomId> rooms) {
            return Map.of();
        }

        @Override
        public String generation() {
            reach();
            return generation;
        }
    }

    private static final class Tab implements Connection {
        private final String name;
        int superseded;

        Tab(String name) {
            this.name = name;
        }

        @Override
        public SessionId session() {
            return new SessionId("session-" + name);
        }

        @Override
        public UserId user() {
            return new UserId("user-" + name);
        }

        @Override
        public @Nullable String name() {
            return null;
        }

        @Override
        public void superseded() {
            superseded++;
        }
    }

    private static final class Written implements SessionListener {
        final List<SessionEntry> came = new ArrayList<>();
        int restored;
        boolean down;

        @Override
        public void came(List<SessionEntry> entries) {
            came.addAll(entries);
        }

        @Override
        public void restore(PresenceRegistry registry) {
            restored++;
            if (down) {
                throw new IllegalStateException("down");
            }
        }
    }

    private final class Told implements PresenceObserver {
        final List<String> what = new ArrayList<>();

        @Override
        public void tookOver(NodeId from, List<Place> places) {
            what.add(from + " " + places);
        }

        @Override
        public void gaveWay() {
            what.add("gave way");
        }

        @Override
        public void toldAgain() {
            what.add("all again");
        }

        @Override
        public void failed() {
            what.add("failed");
        }
    }

    private final Told told = new Told();
    private final ManualTime time = new ManualTime();
    private final ManualOffload offload = new ManualOffload();
    private final Registry registry = new Registry();
    private final Written written = new Written();
    private boolean acts = true;
    private PresenceKeeper keeper;

    @BeforeEach
    void begin() {
        keeper = new PresenceKeeper(
                HERE, registry, written, told, () -> acts, offload, time, time, time, new SplittableRandom(1));
    }

    private void started() {
        keeper.start();
        offload.finishAll();
        registry.calls.clear();
    }

    private List<String> kinds(int call) {
        return registry.calls.get(call).stream()
                .map(change -> change.getClass().getSimpleName() + " "
                        + change.key().session().value().substring("session-".length()))
                .toList();
    }

    @Test
    void whoComesIsToldAtOnceAndTheOthersWithTheNextCall() {
        keeper.came(LOBBY, new Tab("a"));
        var gone = new Tab("b");
        keeper.came(LOBBY, gone);
        keeper.came(LOBBY, new Tab("c"));
        keeper.went(LOBBY, gone, LeaveCause.CLOSED);

        offload.finishAll();

        assertThat(registry.calls).hasSize(2);
        assertThat(kinds(0)).containsExactly("Join a");
        assertThat(kinds(1)).containsExactly("Leave b", "Join c");
        assertThat(written.came.stream().map(entry -> entry.user().value())).containsExactly("user-a", "user-c");
    }

    @Test
    void whatFailsIsToldAgainASecondLater() {
        started();
        registry.down = true;
        keeper.came(LOBBY, new Tab("a"));
        offload.finishAll();
        assertThat(keeper.degradations()).containsExactly("presence-unavailable");
        assertThat(registry.calls).hasSize(1);

        registry.down = false;
        time.advanceMillis(1_000);
        offload.finishAll();

        assertThat(registry.calls.get(1).getFirst().key())
                .isEqualTo(registry.calls.get(0).getFirst().key());
        assertThat(keeper.degradations()).isEmpty();
        assertThat(written.came).hasSize(1);
    }

    @Test
    void withoutALeaseNothingIsToldAndAfterwardsEverythingAgain() {
        started();
        keeper.came(LOBBY, new Tab("a"));
        offload.finishAll();
        acts = false;
        keeper.came(LOBBY, new Tab("b"));
        time.advanceMillis(3_000);
        offload.finishAll();
        assertThat(registry.calls).hasSize(1);

        acts = true;
        time.advanceMillis(1_000);
        offload.finishAll();

        assertThat(kinds(1)).containsExactlyInAnyOrder("Rejoin a", "Join b");
    }

    @Test
    void aRegistryThatForgotOrKnowsTooMuchIsToldEverythingAndWhoWasThere() {
        started();
        assertThat(written.restored).isEqualTo(1);
        for (int i = 0; i < 30; i++) {
            keeper.came(LOBBY, new Tab("tab" + i));
        }
        offload.finishAll();
        registry.calls.clear();

        registry.generation = "two";
        time.advanceMillis(1_000);
        offload.finishAll();

        int orphaned = registry.calls.indexOf(List.of());
        assertThat(orphaned).as("it may know too much").isNotNegative();
        assertThat(registry.calls.subList(orphaned, registry.calls.size()).stream()
                        .mapToInt(List::size)
                        .sum())
                .isEqualTo(30);
        assertThat(written.restored).isEqualTo(2);
    }

    @Test
    void aRestorationThatFailsIsRepeatedAndNothingElseIs() {
        started();
        keeper.came(LOBBY, new Tab("a"));
        offload.finishAll();
        registry.calls.clear();

        written.down = true;
        registry.generation = "two";
        for (int i = 0; i < 5; i++) {
            time.advanceMillis(1_000);
            offload.finishAll();
        }
        written.down = false;
        time.advanceMillis(2_000);
        offload.finishAll();

        assertThat(written.restored).as("once at the start").isEqualTo(1 + 6);
        assertThat(registry.calls.stream().filter(List::isEmpty)).hasSize(1);
    }

    @Test
    void aLeaveAfterARejoinWithoutAnAnswerIsToldUnderBothEpochs() {
        started();
        var tab = new Tab("a");
        keeper.came(LOBBY, tab);
        offload.finishAll();
        registry.down = true;
        time.advanceMillis(1_000);
        offload.finishAll();
        var rejoin = (SessionChange.Rejoin) registry.calls.getLast().getFirst();
        registry.calls.clear();

        registry.down = false;
        keeper.went(LOBBY, tab, LeaveCause.CLOSED);
        time.advanceMillis(5_000);
        offload.finishAll();

        assertThat(registry.calls.stream().flatMap(List::stream))
                .hasOnlyElementsOfType(SessionChange.Leave.class)
                .extracting(SessionChange::key)
                .containsExactly(
                        rejoin.key(), rejoin.entry().under(rejoin.spare()).key());
    }

    @Test
    void aLeaveWithoutAnAnswerIsRepeatedAlthoughItsSessionWasBackForAMoment() {
        started();
        var tab = new Tab("a");
        keeper.came(LOBBY, tab);
        offload.finishAll();
        SessionKey joined = registry.calls.getFirst().getFirst().key();
        registry.down = true;
        keeper.went(LOBBY, tab, LeaveCause.CLOSED);
        offload.finishAll();
        var again = new Tab("a");
        keeper.came(LOBBY, again);
        keeper.went(LOBBY, again, LeaveCause.CLOSED);
        registry.calls.clear();

        registry.down = false;
        time.advanceMillis(5_000);
        offload.finishAll();

        assertThat(registry.calls.stream().flatMap(List::stream))
                .hasOnlyElementsOfType(SessionChange.Leave.class)
                .extracting(SessionChange::key)
                .contains(joined);
    }

    @Test
    void whoWentBeforeItCouldBeWrittenDownThatHeCameIsNotWrittenDownLater() {
        keeper.came(LOBBY, new Tab("a"));
        offload.finishNext();
        var writing = offload.next();
        var gone = new Tab("b");
        keeper.came(LOBBY, gone);
        offload.finishAll();
        keeper.went(LOBBY, gone, LeaveCause.CLOSED);
        offload.finishAll();

        writing.finish();
        offload.finishAll();

        assertThat(registry.calls).hasSize(3);
        assertThat(written.came.stream().map(entry -> entry.user().value())).containsExactly("user-a");
    }

    @Test
    void whoIsSupersededIsClosedAndNothingOfHisIsCleanedUp() {
        started();
        var tab = new Tab("a");
        keeper.came(LOBBY, tab);
        offload.finishAll();
        registry.answer = new SessionResult.Superseded();
        time.advanceMillis(1_000);
        offload.finishAll();
        assertThat(tab.superseded).isEqualTo(1);
        registry.calls.clear();

        keeper.went(LOBBY, tab, LeaveCause.CLOSED);
        time.advanceMillis(5_000);
        offload.finishAll();

        assertThat(registry.calls).isEmpty();
    }

    @Test
    void theOtherNodeIsToldWhatWasTakenFromItAndWhoIsToldAsksAtOnce() {
        started();
        var tab = new Tab("a");
        registry.answer = new Present(new ConnectionEpoch(7), new NodeId("node-there"));
        keeper.came(LOBBY, tab);
        offload.finishAll();
        var place = new Place(LOBBY, tab.session());
        assertThat(told.what).containsExactly("node-there " + List.of(place));

        registry.answer = new SessionResult.Superseded();
        registry.calls.clear();
        keeper.wereTaken(List.of(place, new Place(LOBBY, new SessionId("session-unknown"))));
        offload.finishAll();

        assertThat(registry.calls).hasSize(1);
        assertThat(kinds(0)).containsExactly("Rejoin a");
        assertThat(tab.superseded).isEqualTo(1);
        assertThat(told.what).endsWith("gave way");
    }

    /// However late it is told: the registry counts back from when it hears of it.
    @Test
    void howOldAConnectionIsIsToldWithIt() {
        started();
        registry.down = true;
        keeper.came(LOBBY, new Tab("a"));
        offload.finishAll();
        time.advanceMillis(700);
        registry.down = false;
        time.advanceMillis(300);
        offload.finishAll();

        assertThat(((SessionChange.Join) registry.calls.getLast().getFirst()).age())
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aReturnUnderTheOldSessionHasANewEpoch() {
        started();
        var tab = new Tab("a");
        keeper.came(LOBBY, tab);
        offload.finishAll();
        keeper.went(LOBBY, tab, LeaveCause.CLOSED);
        keeper.came(LOBBY, new Tab("a"));
        offload.finishAll();

        assertThat(registry.calls).hasSize(3);
        assertThat(registry.calls.get(1).getFirst().key())
                .isEqualTo(registry.calls.get(0).getFirst().key());
        assertThat(registry.calls.get(2).getFirst()).isInstanceOf(SessionChange.Join.class);
        assertThat(registry.calls.get(2).getFirst().key())
                .isNotEqualTo(registry.calls.get(0).getFirst().key());
    }

    @Test
    void leavesThatAreTooManyAreLeftToTheGraceOfAll() {
        started();
        var stays = new Tab("stays");
        keeper.came(LOBBY, stays);
        List<Tab> tabs = new ArrayList<>();
        for (int i = 0; i < OwnSessions.MOST_GONE + 1; i++) {
            tabs.add(new Tab("tab" + i));
            keeper.came(LOBBY, tabs.getLast());
        }
        offload.finishAll();
        acts = false;
        tabs.forEach(tab -> keeper.went(LOBBY, tab, LeaveCause.CLOSED));
        registry.calls.clear();

        acts = true;
        time.advanceMillis(1_000);
        offload.finishAll();

        assertThat(registry.calls.getFirst()).as("all are orphaned").isEmpty();
        assertThat(registry.calls.stream().flatMap(List::stream).filter(SessionChange.Leave.class::isInstance))
                .hasSize(OwnSessions.MOST_GONE);
        assertThat(registry.calls.stream()
                        .flatMap(List::stream)
                        .filter(SessionChange.Rejoin.class::isInstance)
                        .map(change -> change.key().session()))
                .contains(stays.session());
    }

    @Test
    void itSettlesOnceTheRegistryKnowsOrWhenPatienceEnds() {
        started();
        var settled = new ArrayList<String>();
        keeper.came(LOBBY, new Tab("a"));
        keeper.settle(Duration.ofSeconds(1), () -> settled.add("known"));
        assertThat(settled).isEmpty();
        offload.finishAll();
        assertThat(settled).containsExactly("known");

        registry.down = true;
        keeper.came(LOBBY, new Tab("b"));
        offload.finishAll();
        keeper.settle(Duration.ofMillis(500), () -> settled.add("patience"));
        assertThat(settled).hasSize(1);
        time.advanceMillis(500);
        assertThat(settled).containsExactly("known", "patience");
    }
}
