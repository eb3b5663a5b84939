package dev.parley.kernel;

import java.util.List;

/// Knows what goes worse than it should although the server goes on.
@FunctionalInterface
public interface HealthReporter {

    /// Why the server is degraded, in kebab-case and the same order each time; empty = it is not. On any thread, never
    /// waits.
    List<String> degradations();
}
