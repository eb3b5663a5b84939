package dev.parley.simulation.streams;

import dev.parley.simulation.Findings;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Finds fault with one connection.
final class Objections {

    private final Transcript transcript;
    private final Findings findings;

    Objections(Transcript transcript, Findings findings) {
        this.transcript = transcript;
        this.findings = findings;
    }

    /// @param where what to look at
    void unless(boolean holds, String rule, @Nullable Object... where) {
        if (!holds) {
            findings.demand(false, rule, transcript, Arrays.toString(where));
        }
    }
}
