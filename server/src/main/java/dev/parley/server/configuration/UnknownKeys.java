package dev.parley.server.configuration;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/// Finds what is set under `parley.`, by whatever means, and is no key.
final class UnknownKeys {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(ConfigurationKey.PREFIX);
    private static final List<ConfigurationPropertyName> KNOWN = Arrays.stream(ConfigurationKey.values())
            .map(key -> ConfigurationPropertyName.of(key.key()))
            .toList();

    /// Kubernetes and Docker tell a container about services named `parley…` by variables of these forms.
    private static final Pattern SERVICE_LINK =
            Pattern.compile("PARLEY_(\\w+_)?(SERVICE_(HOST|PORT)(_\\w+)?|PORT(_\\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)?)");

    private UnknownKeys() {}

    /// A sentence about the first one.
    static Optional<String> complaint(ConfigurableEnvironment environment) {
        return sources(environment).flatMap(UnknownKeys::complaints).findFirst();
    }

    private static Stream<ConfigurationPropertySource> sources(ConfigurableEnvironment environment) {
        Stream.Builder<ConfigurationPropertySource> sources = Stream.builder();
        ConfigurationPropertySources.get(environment).forEach(sources);
        return sources.build();
    }

    private static Stream<String> complaints(ConfigurationPropertySource source) {
        if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource environment) {
            return Arrays.stream(environment.getPropertyNames())
                    .filter(UnknownKeys::isUnknownVariable)
                    .map(name -> sentence(name, ConfigurationKey::variable));
        }
        return source instanceof IterableConfigurationPropertySource iterable
                ? iterable.stream()
                        .filter(name -> ROOT.equals(name) || ROOT.isAncestorOf(name))
                        .filter(name -> !KNOWN.contains(name) && !TypeDefaults.isOne(name))
                        .map(name -> sentence(name.toString(), ConfigurationKey::key))
                : Stream.empty();
    }

    private static boolean isUnknownVariable(String name) {
        String upper = name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
        return upper.startsWith("PARLEY_")
                && !SERVICE_LINK.matcher(upper).matches()
                && !TypeDefaults.isSetBy(upper)
                && Arrays.stream(ConfigurationKey.values()).noneMatch(key -> key.isSetBy(upper));
    }

    private static String sentence(String name, Function<ConfigurationKey, String> written) {
        String nearest = Arrays.stream(ConfigurationKey.values())
                .map(written)
                .min(Comparator.comparingInt(
                        key -> distance(key.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT))))
                .orElseThrow();
        return "'" + name + "' is not a key of Parley; did you mean " + nearest
                + "? (docs/configuration.md lists all keys, and so does the jar's command help)";
    }

    /// How many letters have to be added, removed, replaced or swapped with their neighbours to make one of the other.
    private static int distance(String from, String to) {
        int[][] steps = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : step(steps, from, i, to, j);
            }
        }
        return steps[from.length()][to.length()];
    }

    private static int step(int[][] steps, String from, int i, String to, int j) {
        int replaced = steps[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(best, steps[i - 2][j - 2] + 1) : best;
    }
}
