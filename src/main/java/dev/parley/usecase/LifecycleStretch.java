package dev.parley.usecase;

import dev.parley.lifecycle.LifecycleRow;
import java.util.List;

/// A stretch of the lifecycle log.
///
/// @param first rows before this position are not kept
/// @param head the newest position there ever was
/// @param next the next stretch begins after this position
public record LifecycleStretch(List<LifecycleRow> rows, long first, long head, long next) {

    public boolean hasMore() {
        return next < head;
    }
}
