package dev.parley.server.commands;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;

/// Finds the command that the arguments begin with and runs it. Without one, the server starts as it is meant to be
/// deployed. Whatever fails ends the process with status 1.
public final class CommandLine {

    static final List<Command> COMMANDS = List.of(
            new RunCommand(),
            new TokenCommand(),
            new KeyCommand(),
            new NewEpochCommand(),
            new CopyCommand(),
            new RehearseCommand(),
            new HelpCommand());

    private CommandLine() {}

    public static void main(String[] args) {
        try {
            start(List.of(args));
        } catch (AlreadyToldException _) {
            System.exit(1);
        } catch (CommandFailedException e) {
            fail(e.sentence());
        } catch (RuntimeException e) {
            var trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            fail(trace.toString());
        }
    }

    private static void fail(String why) {
        System.err.println("parley: " + why);
        System.exit(1);
    }

    private static void start(List<String> args) {
        if (!args.isEmpty() && !args.getFirst().startsWith("-")) {
            find(args.getFirst()).run(args.subList(1, args.size()));
        } else if (args.contains("--help") || args.contains("-h")) {
            new HelpCommand().run(List.of());
        } else {
            var _ = Boot.server(false, args);
        }
    }

    private static Command find(String name) {
        return COMMANDS.stream()
                .filter(command -> command.name().equals(name))
                .findAny()
                .orElseThrow(() -> new CommandFailedException("There is no command '" + name + "'; choices: "
                        + COMMANDS.stream().map(Command::name).collect(Collectors.joining(", ")) + "."));
    }
}
