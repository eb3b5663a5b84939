package dev.parley.server.commands;

import java.util.List;

/// Something the jar does.
interface Command {

    String name();

    /// Its arguments, as one line of the help.
    String usage();

    /// One sentence for the help.
    String purpose();

    /// Does it and prints its result. A command that leaves threads behind goes on after this.
    ///
    /// @param args without the command's name
    /// @throws CommandFailedException when they make no sense
    void run(List<String> args);
}
