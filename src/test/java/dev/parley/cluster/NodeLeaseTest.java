package dev.parley.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeLeaseTest {

    private static final Node NODE = new Node(new NodeId("node-here"), "here:8080", "m1", null, "rooms");
    private static final LiveNode HERE = new LiveNode(NODE, 0, 0, 15_000);
    private static final LiveNode OTHER =
            new LiveNode(new Node(new NodeId("node-there"), "there:8080", "m2", null, "rooms"), 0, 0, 15_000);

    private static final class Directory implements NodeDirectory {
        final List<String> calls = new ArrayList<>();
        List<LiveNode> live = List.of(HERE);
        boolean down;

        @Override
        public List<LiveNode> renew(Node node, Duration lease) {
            calls.add("renew " + lease.toSeconds());
            if (down) {
                throw new IllegalStateException("down");
            }
            return live;
        }

        @Override
        public List<LiveNode> live() {
            return live;
        }

        @Override
        public void leave(NodeId id) {
            calls.add("leave " + id);
            if (down) {
                throw new IllegalStateException("down");
            }
        }
    }

    private final ManualTime time = new ManualTime();
    private final ManualOffload offload = new ManualOffload();
    private final Directory directory = new Directory();
    private final List<String> left = new ArrayList<>();
    private NodeLease lease;

    @BeforeEach
    void enter() {
        lease = new NodeLease(NODE, directory, List.of(HERE), time.nanos(), offload, time, time, time);
        lease.start();
    }

    private void pass(double seconds) {
        time.advanceMillis(Math.round(seconds * 1_000));
    }

    private void answer() {
        offload.finishAll();
        time.advanceMillis(0);
    }

    @Test
    void aHeartbeatEachFiveSecondsKeepsItActing() {
        for (int i = 0; i < 20; i++) {
            pass(5);
            answer();
            assertThat(lease.acts()).isTrue();
        }

        assertThat(directory.calls).hasSize(20).containsOnly("renew 15");
    }

    @Test
    void itKnowsTheOthersAsOfItsLastHeartbeat() {
        directory.live = List.of(HERE, OTHER);
        assertThat(lease.live()).containsExactly(HERE);

        pass(5);
        answer();

        assertThat(lease.live()).containsExactly(HERE, OTHER);
    }

    @Test
    void tenSecondsAfterTheLastConfirmedOneItActsForNobodyAndSaysSo() {
        directory.down = true;
        pass(5);
        answer();
        pass(5);
        assertThat(lease.acts()).isTrue();

        pass(0.001);

        assertThat(lease.acts()).isFalse();
        assertThat(lease.degradations()).containsExactly("lease-not-renewed");
    }

    @Test
    void aHeartbeatCountsFromWhenItWasAskedAndNotFromItsAnswer() {
        pass(5);
        pass(9);
        answer();
        assertThat(lease.acts()).isTrue();

        pass(1.001);

        assertThat(lease.acts()).isFalse();
    }

    @Test
    void afterAFailureItTriesEachSecondAndActsAgainOnceItSucceeds() {
        directory.down = true;
        for (int i = 0; i < 12; i++) {
            pass(i == 0 ? 5 : 1);
            answer();
        }
        assertThat(directory.calls).hasSize(12);
        assertThat(lease.acts()).isFalse();

        directory.down = false;
        pass(1);
        answer();

        assertThat(lease.acts()).isTrue();
        assertThat(lease.degradations()).isEmpty();
    }

    @Test
    void whoLeavesIsTakenOutAndHeardOfNoMore() {
        lease.leave(() -> left.add("left"));
        answer();
        answer();
        pass(60);
        answer();

        assertThat(directory.calls).containsExactly("leave node-here");
        assertThat(left).containsExactly("left");
    }

    @Test
    void aHeartbeatUnderWayDoesNotEnterItAgainAfterItLeft() {
        pass(5);
        lease.leave(() -> left.add("left"));
        time.advanceMillis(0);
        answer();
        answer();

        assertThat(directory.calls).containsExactly("renew 15", "leave node-here");
        assertThat(left).containsExactly("left");
    }

    @Test
    void aDirectoryThatIsDownKeepsNobodyFromStopping() {
        directory.down = true;
        lease.leave(() -> left.add("left"));
        time.advanceMillis(0);
        answer();

        assertThat(left).containsExactly("left");
    }

    @Test
    void oneThatCameBackAndHearsNothingIsSaidAndSoIsThatItWent() {
        var apart = new LiveNode(new Node(new NodeId("node-apart"), "apart:8080", "m3", null, "local"), 0, 0, 15_000);
        directory.live = List.of(HERE, OTHER, apart);
        pass(5);
        answer();
        assertThat(lease.degradations()).containsExactly("servers-apart");

        directory.live = List.of(HERE, OTHER);
        pass(5);
        answer();
        assertThat(lease.degradations()).isEmpty();
    }
}
