package dev.parley.simulation;

import java.util.ArrayList;
import java.util.List;

/// What the checker found; the first few are enough.
final class Findings {

    private static final int ENOUGH = 40;

    private final List<String> findings = new ArrayList<>();

    /// Notes a violation unless this holds.
    void demand(boolean holds, String rule, Object where) {
        if (!holds && findings.size() < ENOUGH) {
            findings.add(rule + ": " + where);
        }
    }

    List<String> all() {
        return findings;
    }
}
