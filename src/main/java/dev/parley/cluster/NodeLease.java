package dev.parley.cluster;

import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.Clock;
import dev.parley.kernel.HealthReporter;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps this node's lease: one heartbeat for all that the node holds. Any thread.
///
/// [#LENGTH] after its last heartbeat the others take a node for gone. A node that could not renew stops acting for
/// anybody a third of that earlier, counted by its own monotonic clock from *before* the call that was confirmed: so it
/// has stopped before anybody takes over, whatever the clocks of the two say and however long the answer took.
public final class NodeLease implements HealthReporter {

    public static final Duration LENGTH = Duration.ofSeconds(15);
    static final Duration EVERY = Duration.ofSeconds(5);
    static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    static final Duration ACTS_FOR = Duration.ofSeconds(10);

    private static final Logger log = LoggerFactory.getLogger(NodeLease.class);

    private sealed interface Message {}

    private record Due() implements Message {}

    private record Answered(long asked, Result<List<LiveNode>> result) implements Message {}

    private record Leave(Runnable done) implements Message {}

    private final Node node;
    private final NodeDirectory directory;
    private final Offload offload;
    private final Clock clock;
    private final Timers timers;
    private final Mailbox<Message> mailbox;
    private volatile long confirmedAt;
    private volatile List<LiveNode> live;
    private volatile boolean deaf;
    private boolean asking;
    private boolean failing;
    /// Asked to leave; null = it stays.
    private @Nullable Runnable leaving;

    /// @param entered what the directory said when the node entered it, a moment ago
    /// @param enteredAt when that was asked, by this clock
    public NodeLease(
            Node node,
            NodeDirectory directory,
            List<LiveNode> entered,
            long enteredAt,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor executor) {
        this.node = node;
        this.directory = directory;
        this.live = List.copyOf(entered);
        this.confirmedAt = enteredAt;
        this.offload = offload;
        this.clock = clock;
        this.timers = timers;
        this.mailbox = new Mailbox<>(executor, this::handle);
    }

    /// Begins the heartbeats; call once.
    public void start() {
        beatAfter(EVERY);
    }

    /// Whether this node may act for those it holds.
    public boolean acts() {
        return clock.nanos() - confirmedAt <= ACTS_FOR.toNanos();
    }

    /// The live nodes as of the last heartbeat, this one included.
    public List<LiveNode> live() {
        return live;
    }

    @Override
    public List<String> degradations() {
        List<String> reasons = new ArrayList<>(2);
        if (!acts()) {
            reasons.add("lease-not-renewed");
        }
        if (deaf) {
            reasons.add("servers-apart");
        }
        return reasons;
    }

    /// Ends the heartbeats and takes the node out, so that nobody waits for its lease to run out. A heartbeat under way
    /// is waited for: it could enter the node again.
    ///
    /// @param done called once it is out, or could not be taken out
    public void leave(Runnable done) {
        mailbox.tell(new Leave(done));
    }

    private void beatAfter(Duration pause) {
        timers.after(pause, () -> mailbox.tell(new Due()));
    }

    private void handle(Message message) {
        switch (message) {
            case Due _ -> beat();
            case Answered answered -> onAnswered(answered);
            case Leave leave -> {
                leaving = leave.done();
                goIfFree();
            }
        }
    }

    private void beat() {
        if (leaving != null) {
            return;
        }
        asking = true;
        long asked = clock.nanos();
        offload.run(() -> directory.renew(node, LENGTH), result -> mailbox.tell(new Answered(asked, result)));
    }

    private void onAnswered(Answered answered) {
        asking = false;
        switch (answered.result()) {
            case Done<List<LiveNode>>(var found) -> renewed(answered.asked(), found);
            case Failed<List<LiveNode>>(var cause) -> failed(cause);
        }
        goIfFree();
    }

    private void renewed(long asked, List<LiveNode> found) {
        confirmedAt = asked;
        live = List.copyOf(found);
        compare(found);
        if (failing) {
            failing = false;
            log.info("This node's lease is renewed again");
        }
        beatAfter(EVERY);
    }

    /// Whoever starts beside others looks at them; this finds those whose lease had run out then and who came back.
    private void compare(List<LiveNode> found) {
        List<String> others = found.stream()
                .map(LiveNode::node)
                .filter(other -> !other.id().equals(node.id()) && !node.hears(other))
                .map(Node::address)
                .toList();
        if (!others.isEmpty() && !deaf) {
            log.error(
                    "Servers on this database do not deliver what is published at the other: this one and {}", others);
        }
        deaf = !others.isEmpty();
    }

    private void failed(Exception cause) {
        if (!failing) {
            failing = true;
            log.warn("This node's lease could not be renewed ({}); trying again", cause.toString());
        }
        beatAfter(AFTER_FAILURE);
    }

    private void goIfFree() {
        Runnable done = leaving;
        if (done == null || asking) {
            return;
        }
        offload.run(
                () -> {
                    directory.leave(node.id());
                    return true;
                },
                _ -> done.run());
    }
}
