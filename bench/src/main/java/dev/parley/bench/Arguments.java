package dev.parley.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A command line of `--name value`, `--name=value` and `--switch`.
public final class Arguments {

    private final Map<String, String> given;

    private Arguments(Map<String, String> given) {
        this.given = given;
    }

    /// @param switches names that stand alone
    /// @param settings names that take a value
    public static Arguments parse(List<String> words, Set<String> switches, Set<String> settings) {
        Map<String, String> given = new HashMap<>();
        var rest = words.iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (switches.contains(name) && equals < 0) {
                given.put(name, "");
            } else if (settings.contains(name) && (equals >= 0 || rest.hasNext())) {
                given.put(name, equals < 0 ? rest.next() : word.substring(equals + 1));
            } else {
                throw BenchFailure.cannotRun(complaint(word, name, switches, settings));
            }
        }
        return new Arguments(given);
    }

    private static String complaint(String word, String name, Set<String> switches, Set<String> settings) {
        if (switches.contains(name)) {
            return name + " takes no value.";
        }
        if (settings.contains(name)) {
            return name + " needs a value.";
        }
        return "there is no option '" + word + "'; ./parley bench help lists them.";
    }

    public boolean has(String name) {
        return given.containsKey(name);
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(given.get(name));
    }

    /// A whole number of at least 1.
    public int count(String name, int otherwise) {
        String text = given.get(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[1-9][0-9]{0,6}")) {
            throw BenchFailure.cannotRun(name + " is a whole number from 1 to 9999999, not '" + text + "'.");
        }
        return Integer.parseInt(text);
    }

    /// A number of seconds above 0.
    public double seconds(String name, double otherwise) {
        String text = given.get(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[0-9]{1,4}(\\.[0-9]{1,3})?") || Double.parseDouble(text) == 0) {
            throw BenchFailure.cannotRun(name + " is a number of seconds such as 5 or 0.5, not '" + text + "'.");
        }
        return Double.parseDouble(text);
    }

    /// A number of at least 0.
    public double number(String name, double otherwise) {
        String text = given.get(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,6})?")) {
            throw BenchFailure.cannotRun(name + " is a number such as 20 or 0.5, not '" + text + "'.");
        }
        return Double.parseDouble(text);
    }
}
