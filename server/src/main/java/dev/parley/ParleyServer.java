package dev.parley;

import dev.parley.server.commands.CommandLine;

/// Starts what the first argument names: the server itself, or one of its commands.
public final class ParleyServer {

    private ParleyServer() {}

    public static void main(String[] args) {
        CommandLine.main(args);
    }
}
