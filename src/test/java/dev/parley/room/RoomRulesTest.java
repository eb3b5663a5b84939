package dev.parley.room;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Life;
import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Role;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.spi.StoreUnavailableException;
import dev.parley.room.spi.RoomReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoomRulesTest {

    private static final RoomId R = new RoomId("r");
    private static final RoomId S = new RoomId("s");

    /// The store: rooms and what was asked.
    private static final class Store implements RoomReader {
        final Map<RoomId, RoomState> rooms = new HashMap<>();
        final Set<UserId> members = new HashSet<>();
        final List<RoomId> reads = new ArrayList<>();
        final List<Collection<RoomId>> marks = new ArrayList<>();

        void put(RoomId room, String life, long rules) {
            var settings = RoomSettings.defaults(RoomKind.DURABLE);
            var epoch = new Epoch(1, new Life(life));
            rooms.put(room, new RoomState(room, epoch, RoomKind.DURABLE, settings, rules, rules, 1, 0, 0));
        }

        @Override
        public Optional<RoomState> read(RoomId room, Set<UserId> asked) {
            reads.add(room);
            var found = new HashSet<>(asked);
            found.retainAll(members);
            return Optional.ofNullable(rooms.get(room)).map(state -> state.with(new People(Map.of(), found)));
        }

        @Override
        public Map<RoomId, Position> heads(Collection<RoomId> asked) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<RoomId, RulesMark> marks(Collection<RoomId> asked) {
            marks.add(asked);
            Map<RoomId, RulesMark> found = new HashMap<>();
            for (RoomId room : asked) {
                RoomState state = rooms.get(room);
                if (state != null) {
                    found.put(room, new RulesMark(state.epoch(), state.rules()));
                }
            }
            return found;
        }

        @Override
        public List<RoomState> list(String prefix, String after, int limit) {
            throw new UnsupportedOperationException();
        }
    }

    private final ManualTime time = new ManualTime();
    private final ManualOffload offload = new ManualOffload();
    private final Store store = new Store();
    private final RoomRules rules = new RoomRules(store, offload, time, time, time);
    private final List<String> heard = new ArrayList<>();

    RoomRulesTest() {
        store.put(R, "aaaaaaaa", 1);
        store.put(S, "bbbbbbbb", 1);
    }

    private Consumer<Offload.Result<Optional<RoomState>>> hear(String who) {
        return result -> heard.add(who + " " + text(result));
    }

    private static String text(Offload.Result<Optional<RoomState>> result) {
        return switch (result) {
            case Done<Optional<RoomState>>(var state) ->
                state.map(room -> "rules " + room.rules()).orElse("nothing");
            case Failed<Optional<RoomState>>(var cause) -> cause.getMessage();
        };
    }

    private void load(RoomId room) {
        rules.reload(room, _ -> {});
        offload.finishAll();
        assertThat(rules.known(room)).isNotNull();
    }

    private void afterOneRefresh() {
        time.advanceMillis(700);
        offload.finishAll();
    }

    private @Nullable Role roleOf(UserId user) {
        return rules.known(R).people().role(user);
    }

    @Test
    void whoIsAskedForIsToldAsAMemberWhateverMovesUntilNobodyAsksAnyMore() {
        var bob = new UserId("bob");
        store.members.add(bob);
        rules.start();
        load(R);
        assertThat(roleOf(bob)).isNull();

        rules.ask(R, bob);
        load(R);
        assertThat(roleOf(bob)).isEqualTo(Role.MEMBER);

        store.put(R, "aaaaaaaa", 2);
        afterOneRefresh();
        assertThat(rules.known(R)).isNull();
        load(R);
        assertThat(roleOf(bob)).isEqualTo(Role.MEMBER);

        rules.answered(R, bob, false);
        load(R);
        assertThat(roleOf(bob)).isNull();
    }

    @Test
    void whatWasReadIsFreshForASecond() {
        assertThat(rules.known(R)).isNull();
        load(R);
        store.put(R, "aaaaaaaa", 2);

        time.advanceMillis(1_000);
        rules.fresh(R, hear("in time"));
        assertThat(heard).containsExactly("in time rules 1");

        time.advanceMillis(1);
        rules.fresh(R, hear("too late"));
        offload.finishAll();
        assertThat(heard).containsExactly("in time rules 1", "too late rules 2");
    }

    @Test
    void ageCountsFromBeforeTheRead() {
        rules.reload(R, hear("first"));
        time.advanceMillis(900);
        offload.finishNext();
        time.advanceMillis(101);
        rules.fresh(R, hear("second"));

        assertThat(offload.open()).as("a read of its own").isEqualTo(1);
    }

    @Test
    void anOldStateIsStillKnown() {
        load(R);
        time.advanceMillis(30_000);

        assertThat(rules.known(R)).isNotNull();
        assertThat(rules.known(S)).isNull();
    }

    @Test
    void whoAsksWhileARoomIsReadGetsTheNextRead() {
        rules.reload(R, hear("first"));
        var read = offload.next().happen();
        store.put(R, "aaaaaaaa", 2);
        rules.reload(R, hear("second"));
        rules.reload(R, hear("third"));
        assertThat(offload.open()).as("one read at a time").isZero();

        read.run();
        assertThat(heard).containsExactly("first rules 1");
        offload.finishAll();

        assertThat(heard).containsExactly("first rules 1", "second rules 2", "third rules 2");
        assertThat(store.reads).as("the later ones share a read").containsExactly(R, R);
    }

    @Test
    void roomsAreReadIndependently() {
        rules.reload(R, hear("r"));
        rules.reload(S, hear("s"));

        assertThat(offload.open()).isEqualTo(2);
    }

    @Test
    void aRoomThatDoesNotExistIsNotCached() {
        load(R);
        store.rooms.clear();
        rules.reload(R, hear("asker"));
        offload.finishAll();

        assertThat(heard).containsExactly("asker nothing");
        assertThat(rules.known(R)).isNull();
    }

    @Test
    void aFailureIsHandedOnAndChangesNothing() {
        load(R);
        rules.reload(R, hear("first"));
        rules.reload(R, hear("second"));
        offload.next().fail(new StoreUnavailableException("away"));
        assertThat(heard).containsExactly("first away");
        offload.finishAll();

        assertThat(heard).containsExactly("first away", "second rules 1");
        assertThat(rules.known(R)).isNotNull();
    }

    @Test
    void aCallbackThatThrowsKeepsNobodyFromTheirAnswer() {
        rules.reload(R, hear("first"));
        rules.reload(R, hear("second"));
        rules.reload(R, _ -> {
            throw new IllegalStateException("planned");
        });
        rules.reload(R, hear("fourth"));
        offload.finishAll();

        assertThat(heard).containsExactly("first rules 1", "second rules 1", "fourth rules 1");
    }

    @Test
    void whoWaitsTooLongHearsSoWhileTheReadGoesOn() {
        rules.reload(R, time.nanos() + 2_000_000_000L, hear("hasty"));
        rules.reload(R, time.nanos() + 3_000_000_000L, hear("behind"));
        time.advanceMillis(1_999);
        assertThat(heard).isEmpty();
        time.advanceMillis(251);
        assertThat(heard).containsExactly("hasty a room was not read in time");
        time.advanceMillis(1_000);
        assertThat(heard).hasSize(2);

        offload.finishNext();
        assertThat(heard).as("one answer each").hasSize(2);
        assertThat(rules.known(R)).isNotNull();
    }

    @Test
    void whoNamesNoDeadlineWaitsTenSeconds() {
        rules.reload(R, hear("asker"));
        time.advanceMillis(9_999);
        assertThat(heard).isEmpty();
        time.advanceMillis(251);

        assertThat(heard).containsExactly("asker a room was not read in time");
    }

    @Test
    void nobodyReadsForAnAskerWhoseDeadlineIsOver() {
        rules.reload(R, time.nanos(), hear("asker"));

        assertThat(heard).containsExactly("asker a room was not read in time");
        assertThat(offload.open()).isZero();
    }

    @Test
    void withoutAnybodyWaitingThereIsNoTimer() {
        load(R);
        time.advanceMillis(250);

        assertThat(time.waiting()).isZero();
    }

    @Test
    void oneQueryOfMarksKeepsAllRoomsFresh() {
        rules.start();
        load(R);
        load(S);
        for (int i = 0; i < 20; i++) {
            afterOneRefresh();
            rules.fresh(R, hear("r"));
            rules.fresh(S, hear("s"));
        }

        assertThat(store.reads).as("nothing but the first reads").containsExactly(R, S);
        assertThat(store.marks)
                .hasSize(20)
                .allSatisfy(asked -> assertThat(asked).containsExactlyInAnyOrder(R, S));
        assertThat(heard).hasSize(40).containsOnly("r rules 1", "s rules 1");
    }

    @Test
    void aRoomWhoseRulesMovedIsForgotten() {
        rules.start();
        load(R);
        load(S);
        store.put(R, "aaaaaaaa", 2);
        afterOneRefresh();

        assertThat(rules.known(R)).isNull();
        assertThat(rules.known(S)).isNotNull();
    }

    @Test
    void aRoomThatWasRecreatedOrDestroyedIsForgotten() {
        rules.start();
        load(R);
        load(S);
        store.put(R, "cccccccc", 1);
        store.rooms.remove(S);
        afterOneRefresh();

        assertThat(rules.known(R)).isNull();
        assertThat(rules.known(S)).isNull();
    }

    @Test
    void marksOlderThanAReadSayNothingAboutIt() {
        rules.start();
        load(R);
        time.advanceMillis(700);
        var marks = offload.next().happen();
        store.put(R, "aaaaaaaa", 2);
        time.advanceMillis(1);
        load(R);
        marks.run();

        assertThat(rules.known(R)).extracting(RoomState::rules).isEqualTo(2L);
    }

    @Test
    void lateMarksMakeARoomAsFreshAsTheyAreThemselves() {
        rules.start();
        load(R);
        time.advanceMillis(700);
        var marks = offload.next().happen();
        time.advanceMillis(500);
        marks.run();
        time.advanceMillis(501);
        offload.next();
        rules.fresh(R, hear("asker"));

        assertThat(heard).as("the marks are 1,001 ms old").isEmpty();
        assertThat(offload.open()).isEqualTo(1);
    }

    @Test
    void failingMarksLeaveRoomsAsOldAsTheyAre() {
        rules.start();
        load(R);
        time.advanceMillis(700);
        offload.next().fail(new StoreUnavailableException("away"));
        assertThat(rules.known(R)).isNotNull();
        time.advanceMillis(301);
        rules.fresh(R, hear("asker"));

        assertThat(heard).isEmpty();
        offload.finishAll();
        assertThat(heard).containsExactly("asker rules 1");
    }

    @Test
    void roomsNobodyUsesForAMinuteAreDropped() {
        rules.start();
        load(R);
        load(S);
        for (int i = 0; i < 85; i++) {
            afterOneRefresh();
        }
        rules.known(S);
        afterOneRefresh();

        assertThat(store.marks.getLast()).containsExactly(S);
    }

    @Test
    void atMost20000RoomsAreCachedAndTwoThousandMarksAskedForAtATime() {
        for (int i = 0; i < 20_010; i++) {
            var room = new RoomId("room" + i);
            store.put(room, "aaaaaaaa", 1);
            load(room);
        }
        rules.start();
        afterOneRefresh();

        assertThat(store.marks)
                .hasSize(10)
                .allSatisfy(asked -> assertThat(asked).hasSize(2_000));
    }
}
