package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.adapters.memory.MemoryNodeDirectory;
import dev.parley.cluster.LiveNode;
import dev.parley.cluster.Node;
import dev.parley.cluster.NodeLease;
import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.NodeId;
import dev.parley.log.spi.StoreNotOpenedException;
import dev.parley.log.spi.StoreUnavailableException;
import dev.parley.server.configuration.ConfigurationRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodeEntryTest {

    private Instant now = Instant.EPOCH.plusSeconds(1_000);
    private Duration waited = Duration.ZERO;
    private Runnable meanwhile = () -> {};
    private final MemoryNodeDirectory directory = new MemoryNodeDirectory(() -> now);

    private static Node node(String id, String address, String fanout) {
        return node(id, address, "one boot of one host", fanout);
    }

    private static Node node(String id, String address, String machine, String fanout) {
        return new Node(new NodeId("node-" + id + "-x"), address, machine, null, fanout);
    }

    private List<String> enter(Node self, boolean shared) {
        var entry = new NodeEntry(self, directory, time -> {
            now = now.plus(time);
            waited = waited.plus(time);
            meanwhile.run();
        });
        return entry.enter(shared).stream()
                .map(live -> live.node().id().value())
                .toList();
    }

    @Test
    void aDirectoryThatOthersHoldForAMomentIsAskedAgain() {
        Node self = node("a", "a:8080", "local");
        var refusals = new AtomicInteger(3);

        assertThat(new NodeEntry(self, busy(refusals), time -> waited = waited.plus(time)).enter(false))
                .hasSize(1);

        assertThat(waited).isPositive();
        assertThat(live()).containsExactly(self);
    }

    @Test
    void aDirectoryThatIsNotThereIsNotAskedForEver() {
        var entry = new NodeEntry(
                node("a", "a:8080", "local"), busy(new AtomicInteger(1_000)), time -> waited = waited.plus(time));

        assertThatThrownBy(() -> entry.enter(false)).isInstanceOf(StoreUnavailableException.class);

        assertThat(waited).isLessThan(NodeLease.LENGTH);
    }

    /// Refuses that often.
    private NodeDirectory busy(AtomicInteger refusals) {
        return new NodeDirectory() {
            @Override
            public List<LiveNode> renew(Node node, Duration lease) {
                if (refusals.getAndDecrement() > 0) {
                    throw new StoreUnavailableException("another transaction holds it", new IllegalStateException());
                }
                return directory.renew(node, lease);
            }

            @Override
            public void leave(NodeId node) {
                directory.leave(node);
            }

            @Override
            public List<LiveNode> live() {
                return directory.live();
            }
        };
    }

    private List<Node> live() {
        return directory.live().stream().map(LiveNode::node).toList();
    }

    @Test
    void aServerAloneEntersAtOnce() {
        Node self = node("a", "a:8080", "local");

        assertThat(enter(self, false)).containsExactly("node-a-x");

        assertThat(waited).isZero();
        assertThat(live()).containsExactly(self);
    }

    @Test
    void serversThatHearEachOtherStandSideBySide() {
        directory.renew(node("a", "a:8080", "rooms over nats"), NodeLease.LENGTH);

        assertThat(enter(node("b", "b:8080", "rooms over nats"), false)).containsExactly("node-a-x", "node-b-x");

        assertThat(waited).isZero();
    }

    @Test
    void besideALivingServerThatHearsNothingTheStartIsRefusedAndLeavesNoTrace() {
        Node other = node("a", "a:8080", "local");
        directory.renew(other, NodeLease.LENGTH);
        meanwhile = () -> {
            if (waited.toSeconds() == 3) {
                directory.renew(other, NodeLease.LENGTH);
            }
        };

        assertThatThrownBy(() -> enter(node("b", "b:8080", "local"), false))
                .isInstanceOf(ConfigurationRefusedException.class)
                .hasMessageContaining("a:8080")
                .hasMessageContaining("parley.accept-shared-store=true");

        assertThat(live()).containsExactly(other);
    }

    @Test
    void otherModesAndOtherBusesDoNotHearEachOther() {
        for (String fanout : List.of("local", "broadcast over nats", "rooms over redis")) {
            Node other = node("a", "a:8080", fanout);
            directory.renew(other, NodeLease.LENGTH);
            meanwhile = () -> directory.renew(other, NodeLease.LENGTH);

            assertThatThrownBy(() -> enter(node("b", "b:8080", "rooms over nats"), false))
                    .isInstanceOf(ConfigurationRefusedException.class);
        }
    }

    @Test
    void oneThatDiedIsWaitedForUntilItsLeaseIsOver() {
        directory.renew(node("a", "a:8080", "local"), NodeLease.LENGTH);

        assertThat(enter(node("b", "b:8080", "local"), false)).containsExactly("node-b-x");

        assertThat(waited).isBetween(NodeLease.LENGTH.minusSeconds(1), NodeLease.LENGTH.plusSeconds(1));
    }

    @Test
    void theSameServerStartedAgainWaitsForNobody() {
        directory.renew(node("a", "a:8080", "local"), NodeLease.LENGTH);
        Node again = node("b", "a:8080", "local");

        enter(again, false);

        assertThat(waited).isZero();
        assertThat(live()).containsExactly(again);
    }

    @Test
    void whoAcceptsASharedStoreStartsBesideAnybody() {
        directory.renew(node("a", "a:8080", "local"), NodeLease.LENGTH);

        assertThat(enter(node("b", "b:8080", "local"), true)).contains("node-b-x");

        assertThat(waited).isZero();
    }

    @Test
    void besideACopyTheStartIsRefusedAtOnceAndTheCopyDoesNotSeeIt() {
        Node copy = node("c", "box (./parley copy)", "copy");
        directory.renew(copy, NodeLease.LENGTH);
        var renewals = new AtomicInteger(1);
        var entry = new NodeEntry(node("b", "b:8080", "local"), busy(renewals), time -> waited = waited.plus(time));

        for (boolean shared : List.of(false, true)) {
            assertThatThrownBy(() -> entry.enter(shared))
                    .isInstanceOf(ConfigurationRefusedException.class)
                    .hasMessageContaining("A copy from or to this database is under way at box");
        }

        assertThat(renewals).as("not once in the directory").hasValue(1);
        assertThat(waited).isZero();
        assertThat(live()).containsExactly(copy);
    }

    @Test
    void aCopyThatComesWhileTheStartWaitsIsNotWaitedFor() {
        directory.renew(node("a", "a:8080", "local"), NodeLease.LENGTH);
        Node copy = node("c", "box (./parley copy)", "copy");
        meanwhile = () -> directory.renew(copy, NodeLease.LENGTH);

        assertThatThrownBy(() -> enter(node("b", "b:8080", "local"), false))
                .hasMessageContaining("A copy from or to this database");

        assertThat(live()).extracting(Node::address).doesNotContain("b:8080");
    }

    @Test
    void whoseStoreWasMovedMeanwhileIsNotInTheDirectory() {
        var entry = new NodeEntry(node("b", "b:8080", "local"), directory, _ -> {});
        entry.enter(false);

        assertThatThrownBy(() -> entry.requireStore(() -> {
                    throw new StoreNotOpenedException("moved");
                }))
                .isInstanceOf(StoreNotOpenedException.class);

        assertThat(live()).isEmpty();
    }

    @Test
    void aServerOfAnotherMachineAtTheSameAddressIsAnotherServer() {
        Node other = node("a", "127.0.0.1:8080", "another host", "local");
        directory.renew(other, NodeLease.LENGTH);
        meanwhile = () -> directory.renew(other, NodeLease.LENGTH);

        assertThatThrownBy(() -> enter(node("b", "127.0.0.1:8080", "this host", "local"), false))
                .isInstanceOf(ConfigurationRefusedException.class);

        assertThat(live()).containsExactly(other);
    }
}
