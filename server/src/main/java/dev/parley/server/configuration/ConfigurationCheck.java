package dev.parley.server.configuration;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.core.env.ConfigurableEnvironment;

/// Looks over a configuration before anything is built from it. Reports one thing at a time: first what nobody knows,
/// then single values, then values that cannot work together.
final class ConfigurationCheck {

    private ConfigurationCheck() {}

    /// @throws ConfigurationRefusedException with the first thing found
    static void check(ConfigurableEnvironment environment) {
        UnknownKeys.complaint(environment).ifPresent(ConfigurationCheck::refuse);
        complaint(Settings.of(environment)).ifPresent(ConfigurationCheck::refuse);
    }

    static Optional<String> complaint(Settings settings) {
        return Stream.concat(
                        Arrays.stream(ConfigurationKey.values()).map(key -> complaint(settings, key)),
                        Arrays.stream(CombinationRule.values()).map(rule -> rule.complaint(settings)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> complaint(Settings settings, ConfigurationKey key) {
        return settings.value(key)
                .map(value -> key.part() == ConfigurationKey.Part.LATER
                        ? "is not built yet; leave it out"
                        : key.kind().complaint(value))
                .filter(Objects::nonNull)
                .map(complaint -> settings.shown(key) + " " + complaint + ".");
    }

    private static void refuse(String sentence) {
        throw new ConfigurationRefusedException(sentence);
    }
}
