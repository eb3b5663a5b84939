package dev.parley.server.commands;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A command's arguments, sorted out.
///
/// @param words what does not begin with a dash
/// @param options the command's own options, each with all values given for it; a bare `--admin` has the value ""
/// @param properties what is meant for the configuration: every `--key=value` with a dot in its key
record Arguments(List<String> words, Map<String, List<String>> options, List<String> properties) {

    /// @param known the command's own options
    static Arguments parse(List<String> args, Set<String> known) {
        List<String> words = new ArrayList<>();
        Map<String, List<String>> options = new LinkedHashMap<>();
        List<String> properties = new ArrayList<>();
        for (String arg : args) {
            if (!arg.startsWith("-")) {
                words.add(arg);
            } else if (known.contains(name(arg))) {
                options.computeIfAbsent(name(arg), _ -> new ArrayList<>()).add(value(arg));
            } else {
                properties.add(property(arg));
            }
        }
        return new Arguments(words, options, properties);
    }

    private static String property(String arg) {
        if (!arg.startsWith("--") || arg.indexOf('=') < 0 || name(arg).indexOf('.') < 0) {
            throw new CommandFailedException("'" + arg + "' is not an option; options look like --server.port=9000, and"
                    + " './parley help' lists them.");
        }
        return arg;
    }

    private static String name(String arg) {
        int equals = arg.indexOf('=');
        return arg.substring(arg.startsWith("--") ? 2 : 1, equals < 0 ? arg.length() : equals);
    }

    private static String value(String arg) {
        int equals = arg.indexOf('=');
        return equals < 0 ? "" : arg.substring(equals + 1);
    }

    /// @throws CommandFailedException unless there are exactly as many words as named
    void requireWords(String... names) {
        if (words.size() > names.length) {
            throw new CommandFailedException("'" + words.get(names.length) + "' is one word too many; options look like"
                    + " --server.port=9000.");
        }
        if (words.size() < names.length) {
            throw new CommandFailedException(names[words.size()] + " is missing; './parley help' tells the usage.");
        }
    }

    List<String> all(String option) {
        return options.getOrDefault(option, List.of());
    }

    Optional<String> last(String option) {
        List<String> values = all(option);
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getLast());
    }

    boolean has(String option) {
        return options.containsKey(option);
    }
}
