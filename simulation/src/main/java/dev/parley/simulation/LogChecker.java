package dev.parley.simulation;

import java.util.List;

/// Judges a run by the log as the store kept it, never by what a node counts or says of itself.
final class LogChecker {

    private final World world;
    private final List<SimulatedNode> nodes;
    private final Findings findings;

    LogChecker(World world, List<SimulatedNode> nodes, Findings findings) {
        this.world = world;
        this.nodes = nodes;
        this.findings = findings;
    }

    void check() {
        new LogRules(world, findings).check();
        new LimitRules(world, findings).check();
        new AnswerRules(world, findings).check();
        new ListenerRules(world, nodes, findings).check();
    }
}
