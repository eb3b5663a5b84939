package dev.parley.bench.peer;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A server that Parley can be compared with, if this machine has it.
public interface PeerKind {

    String name();

    /// How it is installed, as a command or a sentence.
    String installation();

    /// Starts a private instance; empty when it is not installed.
    ///
    /// @param folder an empty one of its own
    /// @param before what comes before the command, to choose a core for instance
    /// @param connections how many it has to take
    Optional<Peer> start(Path folder, List<String> before, int connections);
}
