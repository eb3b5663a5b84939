package dev.parley.log;

import dev.parley.kernel.Position;

/// Which stretch of a room's log to read.
public sealed interface PageRequest {

    /// The events after this position, oldest first.
    record After(Position position) implements PageRequest {}

    /// The events just before this position.
    record Before(Position position) implements PageRequest {}

    /// The newest events.
    record Newest() implements PageRequest {}
}
