package dev.parley.server.commands;

import dev.parley.server.configuration.ConfigurationKey;
import java.util.List;

/// Lists the commands and the keys.
final class HelpCommand implements Command {

    @Override
    public String name() {
        return "help";
    }

    @Override
    public String usage() {
        return "";
    }

    @Override
    public String purpose() {
        return "prints this";
    }

    @Override
    public void run(List<String> args) {
        System.out.println("Without a command the server starts as it is deployed. Commands:");
        System.out.println();
        for (Command command : CommandLine.COMMANDS) {
            System.out.printf("  %s %s%n      %s%n", command.name(), command.usage(), command.purpose());
        }
        System.out.println();
        System.out.println(
                "All of them take --<key>=<value>, an environment variable (PARLEY_STORE=memory), or a line in");
        System.out.println("config/application.properties for each of these keys; server.port is the port (8080):");
        System.out.println();
        for (ConfigurationKey key : ConfigurationKey.values()) {
            System.out.printf("  %-28s %s%n", key.key(), key.meaning().replace("`", ""));
        }
    }
}
