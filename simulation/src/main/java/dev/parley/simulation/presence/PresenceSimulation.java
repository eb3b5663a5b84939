package dev.parley.simulation.presence;

import dev.parley.simulation.Findings;
import java.util.List;

/// Runs a fleet's presence from a seed.
public final class PresenceSimulation {

    /// @param violations empty = everything held
    public record Verdict(long seed, List<String> violations) {}

    private PresenceSimulation() {}

    /// About three minutes of three to five nodes, two of them rough.
    public static Verdict run(long seed) {
        var findings = new Findings();
        new PresenceWorld(seed, findings).run();
        return new Verdict(seed, findings.all());
    }
}
