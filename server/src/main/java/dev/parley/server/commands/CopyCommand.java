package dev.parley.server.commands;

import dev.parley.adapters.sql.CopyEnds;
import dev.parley.adapters.sql.copy.StoreCopy;
import dev.parley.adapters.sql.copy.StoreCopy.Copied;
import dev.parley.server.FileSigningKeyStore;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.Settings;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.springframework.context.ApplicationContext;

/// Moves a whole store into another one, for example from the single box's folder into the fleet's database.
final class CopyCommand implements Command {

    private static final Set<String> ADDRESSES = Set.of("--from", "--to");

    @Override
    public String name() {
        return "copy";
    }

    @Override
    public String usage() {
        return "--from ADDRESS --to ADDRESS [--restart] [--<key>=<value>]...";
    }

    @Override
    public String purpose() {
        return "moves a store that no server uses into an empty one, for example: copy --from sqlite:./data --to"
                + " postgresql://parley@localhost/parley; run again it goes on where it was interrupted, --restart begins"
                + " again";
    }

    @Override
    public void run(List<String> args) {
        Arguments arguments = Arguments.parse(joined(args), Set.of("from", "to", "restart"));
        arguments.requireWords();
        String from = address(arguments, "from");
        String to = address(arguments, "to");
        Boot.with(arguments, context -> {
            try {
                copy(ends(context), from, to, arguments.has("restart"));
            } catch (SQLException e) {
                throw new CommandFailedException("The copy was interrupted: "
                        + String.valueOf(e.getMessage()).replaceAll("\\s+", " ")
                        + ". The same command goes on where it was.");
            }
        });
    }

    /// An address may also be the next word.
    private static List<String> joined(List<String> args) {
        List<String> joined = new ArrayList<>();
        for (String arg : args) {
            if (!joined.isEmpty() && ADDRESSES.contains(joined.getLast()) && !arg.startsWith("-")) {
                joined.add(joined.removeLast() + "=" + arg);
            } else {
                joined.add(arg);
            }
        }
        return joined;
    }

    private static String address(Arguments arguments, String option) {
        return arguments
                .last(option)
                .filter(address -> !address.isEmpty())
                .orElseThrow(() ->
                        new CommandFailedException("--" + option + " is missing; './parley help' tells the usage."));
    }

    private static CopyEnds ends(ApplicationContext context) {
        Settings settings = context.getBean(Settings.class);
        var random = context.getBean(RandomGenerator.class);
        return new CopyEnds(
                settings.value(ConfigurationKey.POSTGRES_USER).orElse(null),
                settings.value(ConfigurationKey.POSTGRES_PASSWORD).orElse(null),
                folder -> new FileSigningKeyStore(folder, random));
    }

    private static void copy(CopyEnds ends, String from, String to, boolean restart) throws SQLException {
        try (var source = ends.source(from);
                var target = ends.target(to)) {
            var copy = new StoreCopy(source, target, InstantSource.system(), StoreCopy.BATCH_ROWS);
            Copied copied = copy.run(restart, new CopyLines(System.out, System::nanoTime));
            System.out.printf(
                    "Copied %,d messages of %,d rooms; %s and %s hold the same, row by row, in generation %d.%n",
                    copied.rows().getOrDefault("message", 0L),
                    copied.rows().getOrDefault("room", 0L),
                    source.place(),
                    target.place(),
                    copied.generation());
            System.out.printf("Start the servers on %s now; %s is marked as moved.%n", target.place(), source.place());
        }
    }
}
