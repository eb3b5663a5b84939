package dev.parley.delivery;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Position;

/// Consecutive events of one log in memory, from `floor + 1` to `last`. Never changes.
interface Stretch {

    Epoch epoch();

    /// The lowest cursor it serves; equal to `last` when it is empty.
    long floor();

    long last();

    /// @param seq above the floor, at most the last
    TailEntry at(long seq);

    /// Whether it holds the event that follows this cursor.
    default boolean follows(Position cursor) {
        return cursor.epoch().equals(epoch()) && cursor.seq() >= floor() && cursor.seq() < last();
    }
}
