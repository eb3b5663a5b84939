package dev.parley.server;

import dev.parley.cluster.LiveNode;
import dev.parley.cluster.Node;
import dev.parley.cluster.NodeLease;
import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.NodeId;
import dev.parley.server.configuration.ConfigurationRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Enters a starting server into the directory of its store, unless others are in it whose events it would not hear, or
/// who would not hear its own: readers would get what is published elsewhere late or not at all, and nobody would
/// know why.
///
/// Of such another server it is not known whether it still lives until its lease runs out or is renewed, so the start
/// waits for that, [NodeLease#LENGTH] at most. One in the same place is this one before it was started again.
///
/// Beside a copy of the store no server starts: one that waited for it would begin with what it read before.
final class NodeEntry {

    /// Lets time pass; real in a server.
    @FunctionalInterface
    interface Pause {
        void sleep(Duration time);
    }

    private static final Logger log = LoggerFactory.getLogger(NodeEntry.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);
    /// Beyond it a lease that is still there was renewed, whatever its row says.
    private static final int LOOKS = (int) (NodeLease.LENGTH.dividedBy(LOOK_EVERY)) + 4;

    private static final int ATTEMPTS = 10;

    private final Node self;
    private final NodeDirectory directory;
    private final Pause pause;

    NodeEntry(Node self, NodeDirectory directory, Pause pause) {
        this.self = self;
        this.directory = directory;
        this.pause = pause;
    }

    /// @param shared whether others that hear nothing of this one are accepted
    /// @return the live nodes, this one included
    /// @throws ConfigurationRefusedException when another one is there; then this one is not in the directory
    List<LiveNode> enter(boolean shared) {
        // Before the copy could see this one, and end for it.
        refuseBesideCopy(trying(directory::live));
        List<LiveNode> live = entered();
        live.stream()
                .filter(other -> self.succeeds(other.node()))
                .forEach(old -> directory.leave(old.node().id()));
        Map<NodeId, LiveNode> deaf = deaf(live);
        if (shared) {
            deaf.values()
                    .forEach(other -> log.warn(
                            "{} shares the database with this server, and neither delivers what is published at the other"
                                    + " (parley.accept-shared-store)",
                            name(other)));
            return live;
        }
        return deaf.isEmpty() ? live : outlive(deaf);
    }

    /// What was looked for in the store before it was opened has to be looked for again by who is in the
    /// directory: only from there on a copy sees this server.
    ///
    /// @param check throws when the store must not be used; then this server is not in the directory
    void requireStore(Runnable check) {
        try {
            check.run();
        } catch (RuntimeException e) {
            directory.leave(self.id());
            throw e;
        }
    }

    private List<LiveNode> entered() {
        List<LiveNode> live = renew();
        refuseBesideCopy(live);
        return live;
    }

    private void refuseBesideCopy(List<LiveNode> live) {
        for (LiveNode other : live) {
            if (other.node().fanout().equals(Node.COPY)) {
                directory.leave(self.id());
                throw new ConfigurationRefusedException("A copy from or to this database is under way at "
                        + other.node().address() + ": start when it has said that both hold the same (one that was"
                        + " killed counts as running for " + NodeLease.LENGTH.toSeconds() + " s).");
            }
        }
    }

    /// Renews the lease of this server.
    List<LiveNode> renew() {
        return trying(() -> directory.renew(self, NodeLease.LENGTH));
    }

    /// Several that start at the same moment wait for each other at the directory, on a busy machine for longer
    /// than one of them may.
    private List<LiveNode> trying(Supplier<List<LiveNode>> call) {
        for (int attempt = 1; ; attempt++) {
            try {
                return call.get();
            } catch (RuntimeException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                log.info("The directory of servers cannot be used yet, trying again: {}", e.getMessage());
                pause.sleep(LOOK_EVERY);
            }
        }
    }

    /// Those that hear nothing of this one.
    private Map<NodeId, LiveNode> deaf(List<LiveNode> live) {
        return live.stream()
                .filter(other -> !other.node().id().equals(self.id()) && !self.succeeds(other.node()))
                .filter(other -> !self.hears(other.node()))
                .collect(Collectors.toMap(other -> other.node().id(), Function.identity()));
    }

    private List<LiveNode> outlive(Map<NodeId, LiveNode> deaf) {
        log.info(
                "{} uses the same database and would not hear this server; waiting for its lease, {} s at most, in case"
                        + " it is gone",
                names(deaf),
                NodeLease.LENGTH.toSeconds());
        for (int i = 0; i < LOOKS; i++) {
            pause.sleep(LOOK_EVERY);
            List<LiveNode> live = entered();
            Map<NodeId, LiveNode> left = deaf(live);
            if (left.isEmpty()) {
                return live;
            }
            if (left.values().stream()
                    .anyMatch(now -> isNewer(now, deaf.get(now.node().id())))) {
                throw refuse(left);
            }
        }
        throw refuse(deaf);
    }

    private static boolean isNewer(LiveNode now, @Nullable LiveNode before) {
        return before == null || now.renewedAt() > before.renewedAt();
    }

    private ConfigurationRefusedException refuse(Map<NodeId, LiveNode> deaf) {
        directory.leave(self.id());
        return new ConfigurationRefusedException("parley.fanout=" + self.fanout() + ": " + names(deaf)
                + " uses the same database, and neither would deliver what is published at the other; stop it, give both"
                + " the same parley.fanout (other than local) and parley.bus, or set parley.accept-shared-store=true.");
    }

    private static String names(Map<NodeId, LiveNode> nodes) {
        return nodes.values().stream().map(NodeEntry::name).sorted().collect(Collectors.joining(", "));
    }

    private static String name(LiveNode node) {
        return "the server at " + node.node().address() + " (parley.fanout="
                + node.node().fanout() + ")";
    }
}
