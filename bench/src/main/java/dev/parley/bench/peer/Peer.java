package dev.parley.bench.peer;

import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.ServerFigures;
import dev.parley.bench.stream.Target;

/// A server that runs, for as long as it is not closed.
public interface Peer extends AutoCloseable {

    /// Makes the rooms ready.
    Target target(RoomNames rooms);

    ServerFigures figures();

    /// What it is and how it is set up, in a few words.
    String description();

    @Override
    void close();
}
