package dev.parley.server.commands;

import java.util.List;

/// Starts the server to try it out.
final class RunCommand implements Command {

    @Override
    public String name() {
        return "run";
    }

    @Override
    public String usage() {
        return "[--<key>=<value>]...";
    }

    @Override
    public String purpose() {
        return "starts the server to try it out: in dev mode, unless parley.auth is set, or how tokens are signed";
    }

    @Override
    public void run(List<String> args) {
        var _ = Boot.server(true, args);
    }
}
