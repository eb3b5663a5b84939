package dev.parley.server.commands;

import dev.parley.log.spi.StoreGeneration;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.DataFolder;
import dev.parley.server.configuration.Settings;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;

/// Raises the store's generation, and with it the epoch of every room.
final class NewEpochCommand implements Command {

    @Override
    public String name() {
        return "new-epoch";
    }

    @Override
    public String usage() {
        return "[--<key>=<value>]...";
    }

    @Override
    public String purpose() {
        return "to be run after a store was restored from a backup: ends all positions handed out before";
    }

    @Override
    public void run(List<String> args) {
        Arguments arguments = Arguments.parse(args, Set.of());
        arguments.requireWords();
        Boot.with(arguments, context -> {
            requireStore(context.getBean(Settings.class));
            raise(context.getBean(StoreGeneration.class));
        });
    }

    private static void requireStore(Settings settings) {
        if (settings.is(ConfigurationKey.STORE, "memory")) {
            throw new CommandFailedException(
                    "parley.store=memory begins a new epoch at each start by itself; choices: sqlite, postgres.");
        }
        if (DataFolder.isUsed(settings) && Files.notExists(DataFolder.path(settings))) {
            throw new CommandFailedException(
                    "There is no store in " + DataFolder.path(settings) + "; name its folder with --parley.data=....");
        }
    }

    private static void raise(StoreGeneration generation) {
        long known = generation.current();
        long raised = generation.raise(known);
        System.out.printf(
                "The store's generation was %d and is %d now. Every room has a new epoch: positions handed out before are"
                        + " answered with epoch-changed, and clients load their rooms anew.%n",
                known, raised);
    }
}
