package dev.parley.server.configuration;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;

/// Looks over a configuration before anything is built from it. Reports one thing at a time: first what nobody knows,
/// then single values, then values that cannot work together.
final class ConfigurationCheck {

    private static final int HIGHEST_PORT = 65_535;

    private ConfigurationCheck() {}

    /// @throws ConfigurationRefusedException with the first thing found
    static void check(ConfigurableEnvironment environment) {
        UnknownKeys.complaint(environment).ifPresent(ConfigurationCheck::refuse);
        complaint(Settings.of(environment)).ifPresent(ConfigurationCheck::refuse);
        TypeDefaults.of(environment).complaint().ifPresent(ConfigurationCheck::refuse);
        portComplaint(environment).ifPresent(ConfigurationCheck::refuse);
        http2Complaint(environment).ifPresent(ConfigurationCheck::refuse);
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
                .map(key.kind()::complaint)
                .map(complaint -> settings.shown(key) + " " + complaint + ".");
    }

    /// Not a key of Parley's, and yet among the first that people set.
    private static Optional<String> portComplaint(ConfigurableEnvironment environment) {
        return Optional.ofNullable(environment.getProperty("server.port"))
                .filter(port -> !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > HIGHEST_PORT)
                .map(port -> "server.port=" + port + " is no port: it has to be a number from 1 to " + HIGHEST_PORT
                        + ", or 0 for any that is free.");
    }

    /// Without TLS both versions of HTTP are told apart by their first bytes, too late for what guards a connection.
    private static Optional<String> http2Complaint(ConfigurableEnvironment environment) {
        boolean http2 = environment.getProperty("server.http2.enabled", Boolean.class, false);
        boolean tls = Binder.get(environment)
                        .bind("server.ssl", Bindable.mapOf(String.class, String.class))
                        .isBound()
                && environment.getProperty("server.ssl.enabled", Boolean.class, true);
        return http2 && !tls
                ? Optional.of(
                        "server.http2.enabled=true needs TLS: set server.ssl.* too, or leave HTTP/2 to the proxy that"
                                + " ends TLS.")
                : Optional.empty();
    }

    private static void refuse(String sentence) {
        throw new ConfigurationRefusedException(sentence);
    }
}
