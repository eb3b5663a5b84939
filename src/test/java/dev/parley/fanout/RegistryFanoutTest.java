package dev.parley.fanout;

import static dev.parley.fanout.FanoutFixture.GARDEN;
import static dev.parley.fanout.FanoutFixture.LOBBY;
import static dev.parley.fanout.FanoutFixture.OTHER;
import static dev.parley.fanout.FanoutFixture.OWN;
import static dev.parley.fanout.FanoutFixture.SELF;
import static dev.parley.fanout.FanoutFixture.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fanout.spi.RoomHolders;
import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.log.Retention;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A node in the mode `registry`, over a bus and a registry of the test's.
class RegistryFanoutTest {

    private static final Channel EVERYONE = new Channel.Everyone();
    private static final Channel THERE = new Channel.OfNode(OTHER);
    private static final Exception DOWN = new IllegalStateException("down");

    /// Knows what it is told, and this node from what it registers.
    private static final class HandRegistry implements RoomHolders {
        String generation = "one";
        final Map<RoomId, Set<NodeId>> nodes = new HashMap<>();

        void put(RoomId room, NodeId node) {
            nodes.computeIfAbsent(room, _ -> new HashSet<>()).add(node);
        }

        void flush() {
            nodes.clear();
            generation += "+";
        }

        @Override
        public Registered register(NodeId node, Collection<RoomId> rooms, long stamp, Duration lease) {
            Set<RoomId> before = new HashSet<>();
            for (RoomId room : rooms) {
                if (nodes.getOrDefault(room, Set.of()).contains(node)) {
                    before.add(room);
                }
                put(room, node);
            }
            return new Registered(generation, before);
        }

        @Override
        public void unregister(NodeId node, Map<RoomId, Long> stamps) {
            stamps.keySet()
                    .forEach(room -> nodes.getOrDefault(room, new HashSet<>()).remove(node));
        }

        @Override
        public Holders holders(Collection<RoomId> rooms) {
            Map<RoomId, Set<NodeId>> found = new HashMap<>(nodes);
            found.keySet().retainAll(rooms);
            return new Holders(generation, found);
        }
    }

    private final HandRegistry registry = new HandRegistry();
    private final ManualOffload calls = new ManualOffload();
    private FanoutFixture node = started(RegistryFallback.BROADCAST);

    private FanoutFixture started(RegistryFallback fallback) {
        node = FanoutFixture.overRegistry(new FanoutMode.Registry(fallback), registry, calls);
        return node;
    }

    private List<Boolean> join(RoomId room) {
        List<Boolean> ready = node.join(room);
        if (node.bus.asked.containsKey(EVERYONE)) {
            node.bus.answer(EVERYONE, true);
        }
        return ready;
    }

    /// @return where the news went
    private List<Channel> commit(RoomId room, long seq) {
        ask(room, seq);
        calls.finishAll();
        return taken();
    }

    private void ask(RoomId room, long seq) {
        node.bus.sent.clear();
        node.fanout.publisher().committed(room, Retention.KEEP_ALL, events(room, seq, seq));
        node.time.advance(Duration.ZERO);
    }

    private List<Channel> taken() {
        return node.bus.sent.stream().map(HandBus.Sent::channel).toList();
    }

    /// Lets seconds go by, in which the node hears itself and each call is made in time.
    private void pass(long seconds) {
        for (long i = 0; i < seconds; i++) {
            for (int tenth = 0; tenth < 10; tenth++) {
                node.time.advanceMillis(100);
                calls.finishAll();
            }
            node.bus.deliver(OWN, MessageWriter.chirp(SELF, 1));
        }
    }

    private void second() {
        node.time.advanceMillis(1_000);
        node.bus.deliver(OWN, MessageWriter.chirp(SELF, 1));
    }

    /// Past the time in which a registry that may be empty is not believed.
    private void settle() {
        commit(GARDEN, 1);
        pass(RegistryTargets.SETTLING.toSeconds() + 1);
    }

    @Test
    void aRoomIsReadOnceItIsHeardOfAndRegistered() {
        List<Boolean> ready = join(LOBBY);
        assertThat(ready).as("heard of").isEmpty();
        assertThat(registry.nodes).isEmpty();

        calls.finishAll();

        assertThat(ready).containsExactly(true);
        assertThat(registry.nodes).isEqualTo(Map.of(LOBBY, Set.of(SELF)));
        assertThat(node.checked).isEmpty();
        assertThat(node.fanout.subscriptions()).as("its own and everyone's").isEqualTo(2);
        node.leave(LOBBY);
        calls.finishAll();
        assertThat(registry.nodes.get(LOBBY)).isEmpty();
        assertThat(node.bus.unsubscribed).as("its own is kept").doesNotContain(OWN);
    }

    @Test
    void newsGoToTheHoldersAloneOnceTheRegistryIsBelieved() {
        registry.put(LOBBY, OTHER);
        registry.put(LOBBY, SELF);
        assertThat(commit(LOBBY, 1)).as("not believed yet").containsExactly(EVERYONE);
        settle();

        assertThat(commit(LOBBY, 2)).containsExactly(THERE);
        assertThat(commit(GARDEN, 3)).as("nobody reads it").isEmpty();
    }

    @Test
    void whatGathersMeanwhileGoesWithOneQuestion() {
        settle();
        registry.put(LOBBY, OTHER);
        registry.put(GARDEN, OTHER);
        ask(LOBBY, 1);
        int before = calls.open();
        ask(GARDEN, 2);
        ask(LOBBY, 2);
        assertThat(calls.open()).isEqualTo(before);

        calls.finishAll();

        node.time.advance(Duration.ZERO);
        calls.finishAll();
        assertThat(node.counts.sent).endsWith(1, 2);
    }

    @Test
    void aRegistryThatErrsOrHangsMeansEveryoneAndIsLeftAloneForAWhile() {
        settle();
        registry.put(LOBBY, OTHER);
        ask(LOBBY, 1);
        calls.next().fail(DOWN);
        assertThat(taken()).isNotEmpty().containsOnly(EVERYONE);
        ask(LOBBY, 2);
        node.time.advance(RegistryTargets.DEADLINE);
        assertThat(taken()).isNotEmpty().containsOnly(EVERYONE);
        ask(LOBBY, 3);
        node.time.advance(RegistryTargets.DEADLINE);
        int open = calls.open();

        ask(LOBBY, 4);

        assertThat(calls.open()).as("not asked").isEqualTo(open);
        assertThat(taken()).isNotEmpty().containsOnly(EVERYONE);
        assertThat(node.fanout.degradations()).containsExactly("registry-unreachable");
        calls.finishAll();
        pass(1);
        assertThat(commit(LOBBY, 5)).containsExactly(THERE);
        assertThat(node.fanout.degradations()).isEmpty();
    }

    @Test
    void anEmptyRegistryIsNotBelievedAndToldAnew() {
        join(LOBBY);
        settle();
        registry.put(GARDEN, OTHER);
        assertThat(commit(GARDEN, 2)).containsExactly(THERE);
        registry.flush();

        assertThat(commit(GARDEN, 3)).containsExactly(EVERYONE);

        pass(2);
        assertThat(registry.nodes.get(LOBBY)).containsExactly(SELF);
        assertThat(node.checked)
                .as("who published meanwhile may have believed it")
                .containsExactly(LOBBY);
    }

    @Test
    void theOtherFallbacksAreTheLastKnownTargetsAndNone() {
        started(RegistryFallback.CACHED);
        settle();
        registry.put(LOBBY, OTHER);
        commit(LOBBY, 2);
        ask(LOBBY, 3);
        calls.next().fail(DOWN);
        assertThat(taken()).containsExactly(THERE);
        ask(new RoomId("unknown"), 1);
        calls.next().fail(DOWN);
        assertThat(taken()).containsExactly(EVERYONE);

        started(RegistryFallback.REJECT);
        ask(LOBBY, 4);
        calls.next().fail(DOWN);
        assertThat(taken()).isEmpty();
        assertThat(node.counts.fellBack).isEqualTo(1);
    }

    @Test
    void aRoomThatCannotBeRegisteredIsReadAndCheckedOnceItIs() {
        List<Boolean> ready = join(LOBBY);
        calls.next().fail(DOWN);
        assertThat(ready).containsExactly(false);
        assertThat(node.fanout.hearing()).isFalse();
        assertThat(join(GARDEN)).as("nobody waits for a registry that is away").containsExactly(false);

        pass(2);

        assertThat(node.checked).containsExactlyInAnyOrder(LOBBY, GARDEN);
        assertThat(node.fanout.hearing()).isTrue();
    }

    @Test
    void aRegistrationThatHangsIsGivenUpAndARoomLeftMeanwhileIsTakenBack() {
        List<Boolean> ready = join(LOBBY);
        second();
        assertThat(ready).isEmpty();
        second();
        assertThat(ready).containsExactly(false);
        node.leave(LOBBY);

        calls.finishAll();

        assertThat(registry.nodes.getOrDefault(LOBBY, Set.of())).isEmpty();
    }

    @Test
    void aRegistrationThatWasGivenUpAndCarriedOutLaterIsChecked() {
        List<Boolean> ready = join(LOBBY);
        second();
        second();
        assertThat(ready).containsExactly(false);

        calls.finishAll();
        pass(2);

        assertThat(node.checked)
                .as("though it held the room when the registry was asked again")
                .contains(LOBBY);
        node.checked.clear();
        pass(Registrations.RENEWED_AFTER.toSeconds() + 2);
        assertThat(node.checked).as("once").isEmpty();
    }

    @Test
    void aRoomOpenedWhileTheRegistryIsAwayIsCheckedThoughAnEarlierCallStillPutsItThere() {
        join(LOBBY);
        var hangs = calls.next();
        second();
        second();
        node.leave(LOBBY);
        assertThat(join(LOBBY)).containsExactly(false);
        hangs.finish();
        assertThat(registry.nodes.get(LOBBY)).containsExactly(SELF);

        pass(2);

        assertThat(node.checked).containsExactly(LOBBY);
    }

    @Test
    void aNodeWithoutNewsNoticesThatTheRegistryIsBack() {
        settle();
        for (long seq = 1; seq <= RegistryTargets.MOST_FAILURES; seq++) {
            ask(LOBBY, seq);
            calls.next().fail(DOWN);
        }
        assertThat(node.fanout.degradations()).containsExactly("registry-unreachable");
        second();
        while (calls.open() > 0) {
            calls.next().fail(DOWN);
        }
        assertThat(node.fanout.degradations()).containsExactly("registry-unreachable");

        pass(3);

        assertThat(node.fanout.degradations()).isEmpty();
        pass(1);
        second();
        assertThat(calls.open())
                .as("asks whether it has forgotten, and no more")
                .isEqualTo(1);
    }

    @Test
    void registrationsAreRenewedAndAnInterruptedOneIsChecked() {
        join(LOBBY);
        calls.finishAll();
        registry.nodes.clear();

        pass(Registrations.RENEWED_AFTER.toSeconds() + 2);

        assertThat(registry.nodes.get(LOBBY)).containsExactly(SELF);
        assertThat(node.checked).containsExactly(LOBBY);
    }
}
