package dev.parley.lifecycle;

import java.util.List;

/// What a reader of the lifecycle log finds.
public sealed interface LifecyclePage {

    /// Rows before this position are not kept; `head + 1` when none is.
    long first();

    /// The newest position there ever was; 0 = none.
    long head();

    /// What follows the position asked for, rising, without a hole: nobody's row appears in between later.
    record Rows(List<LifecycleRow> rows, long first, long head) implements LifecyclePage {

        public Rows {
            rows = List.copyOf(rows);
        }
    }

    /// Rows that followed the position asked for are not kept any more.
    record Expired(long first, long head) implements LifecyclePage {}

    /// The position asked for was never reached.
    record Ahead(long first, long head) implements LifecyclePage {}
}
