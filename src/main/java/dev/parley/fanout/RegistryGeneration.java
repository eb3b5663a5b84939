package dev.parley.fanout;

import org.jspecify.annotations.Nullable;

/// Notices that the registry is not the one it was: flushed, or another server in its place that knows nothing. One
/// thread at a time.
final class RegistryGeneration {

    private @Nullable String known;

    /// @return whether what the registry was told before this answer is gone, as far as this node knows
    boolean isOther(String told) {
        boolean other = !told.equals(known);
        known = told;
        return other;
    }
}
