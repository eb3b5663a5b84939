package dev.parley.simulation;

import dev.parley.kernel.Event;
import dev.parley.simulation.LogRecord.Commit;
import dev.parley.simulation.LogRecord.LifeId;
import dev.parley.simulation.Witness.Doubt;
import dev.parley.simulation.Witness.Testimony;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What has to hold for everything that a node told its listeners.
final class ListenerRules {

    private final World world;
    private final Set<NodeRun.Id> gone;
    private final Findings findings;
    private final Map<Event, Commit> commits;

    ListenerRules(World world, List<SimulatedNode> nodes, Findings findings) {
        this.world = world;
        this.gone = nodes.stream()
                .flatMap(node -> node.runs().stream())
                .filter(run -> !run.alive())
                .map(NodeRun::id)
                .collect(Collectors.toSet());
        this.findings = findings;
        this.commits = world.record.lives().values().stream()
                .flatMap(List::stream)
                .collect(Collectors.toMap(Commit::event, commit -> commit, (first, _) -> first));
    }

    void check() {
        world.witness.all().forEach((node, testimony) -> {
            onlyItsOwnCommits(node, testimony);
            inOrder(node, testimony);
        });
        commits.values().forEach(this::everyCommitIsToldOrDoubted);
    }

    private void onlyItsOwnCommits(NodeRun.Id node, Testimony testimony) {
        for (Event event : testimony.told()) {
            Commit commit = commits.get(event);
            findings.demand(commit != null, "what was told is in the log", node, event);
            findings.demand(
                    commit == null
                            || commit.by().equals(node)
                            || testimony.doubts().contains(Doubt.of(event)),
                    "a node tells what it committed itself",
                    node,
                    event);
        }
    }

    /// New ones rise; what does not was in doubt, or it is told again.
    private void inOrder(NodeRun.Id node, Testimony testimony) {
        Map<LifeId, Long> heads = new HashMap<>();
        Set<Event> told = new HashSet<>();
        for (Event event : testimony.told()) {
            long head = heads.getOrDefault(LifeId.of(event), 0L);
            boolean late = told.contains(event) || testimony.doubts().contains(Doubt.of(event));
            findings.demand(event.seq() > head || late, "a node tells in seq order", node, head, event);
            told.add(event);
            heads.put(LifeId.of(event), Math.max(head, event.seq()));
        }
    }

    /// A node that is gone need not have told.
    private void everyCommitIsToldOrDoubted(Commit commit) {
        Testimony testimony = world.witness.of(commit.by());
        Long uncertain = testimony.uncertain().get(commit.event().room());
        // An orphaned transaction may commit after its node has given up.
        long since = commit.at() - (commit.orphaned() ? Faults.LONGEST_ORPHAN.toNanos() : 0);
        findings.demand(
                gone.contains(commit.by())
                        || told(commit.by()).contains(commit.event())
                        || (uncertain != null && uncertain >= since),
                "a node tells what it committed",
                commit);
    }

    private final Map<NodeRun.Id, Set<Event>> toldBy = new HashMap<>();

    private Set<Event> told(NodeRun.Id node) {
        return toldBy.computeIfAbsent(
                node, _ -> new HashSet<>(world.witness.of(node).told()));
    }
}
