package dev.parley.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the checker found; the first few are enough.
public final class Findings {

    private static final int ENOUGH = 40;

    private final List<String> findings = new ArrayList<>();

    /// Notes a violation unless this holds.
    ///
    /// @param where what to look at
    public void demand(boolean holds, String rule, @Nullable Object... where) {
        if (!holds && findings.size() < ENOUGH) {
            findings.add(Stream.of(where).map(String::valueOf).collect(Collectors.joining(", ", rule + ": ", "")));
        }
    }

    public List<String> all() {
        return findings;
    }
}
