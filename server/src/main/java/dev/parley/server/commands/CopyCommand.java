package dev.parley.server.commands;

import dev.parley.log.spi.StoreMover;
import dev.parley.log.spi.StoreMover.Moved;
import dev.parley.log.spi.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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
                copy(context.getBean(StoreMover.class), from, to, arguments.has("restart"));
            } catch (StoreUnavailableException e) {
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

    private static void copy(StoreMover mover, String from, String to, boolean restart) {
        Moved moved = mover.move(from, to, restart, new CopyLines(System.out, System::nanoTime));
        System.out.printf(
                "Copied %,d messages of %,d rooms; %s and %s hold the same, row by row, in generation %d.%n",
                moved.messages(), moved.rooms(), moved.from(), moved.to(), moved.generation());
        System.out.printf("Start the servers on %s now; %s is marked as moved.%n", moved.to(), moved.from());
    }
}
