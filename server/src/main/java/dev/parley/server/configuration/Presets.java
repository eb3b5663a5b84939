package dev.parley.server.configuration;

import static dev.parley.server.configuration.ConfigurationKey.AUTH;
import static dev.parley.server.configuration.ConfigurationKey.JWT_JWKS_URL;
import static dev.parley.server.configuration.ConfigurationKey.JWT_SECRET;
import static dev.parley.server.configuration.ConfigurationKey.LOG_FORMAT;
import static dev.parley.server.configuration.ConfigurationKey.STAGE;

import dev.parley.access.GrantsText;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/// Puts the presets, and below them the defaults, under everything that was set anywhere else.
final class Presets {

    private static final Map<String, String> DEV_MODE = Map.of(
            ConfigurationKey.AUTO_CREATE.key(),
            "true",
            ConfigurationKey.DEFAULT_GRANTS.key(),
            "*:" + GrantsText.permissions().replace(" ", ""),
            "server.address",
            "127.0.0.1");

    /// How Spring Boot is told of our ways to write the log: by one of its own formats, or by a class.
    private static final String LOG_FORMAT_PROPERTY = "logging.structured.format.console";

    private static final Map<String, String> LOG_FORMATS =
            Map.of("plain", "dev.parley.server.logging.PlainLines", "json", "ecs");

    private final ConfigurableEnvironment environment;
    private final boolean devByDefault;

    /// @param devByDefault whether `auth` is `dev` unless it is set or how tokens are signed is
    Presets(ConfigurableEnvironment environment, boolean devByDefault) {
        this.environment = environment;
        this.devByDefault = devByDefault;
    }

    void apply() {
        String stage = environment.getProperty(STAGE.key(), usual(STAGE));
        Stage.of(stage).ifPresent(preset -> addLast("stage " + stage, byName(preset.settings())));
        if (environment.getProperty(AUTH.key(), usual(AUTH)).equals("dev")) {
            addLast("dev mode", DEV_MODE);
        }
        addLast("default", defaults());
    }

    private Map<String, String> defaults() {
        Map<String, String> defaults = new HashMap<>();
        for (ConfigurationKey key : ConfigurationKey.values()) {
            if (key.byDefault() != null) {
                defaults.put(key.key(), usual(key));
            }
        }
        String format = environment.getProperty(LOG_FORMAT.key(), usual(LOG_FORMAT));
        defaults.put(LOG_FORMAT_PROPERTY, LOG_FORMATS.getOrDefault(format, ""));
        return defaults;
    }

    private String usual(ConfigurationKey key) {
        if (key == AUTH && devByDefault && !signedElsewhere()) {
            return "dev";
        }
        return Objects.requireNonNull(key.byDefault(), key::key);
    }

    private boolean signedElsewhere() {
        return environment.containsProperty(JWT_SECRET.key()) || environment.containsProperty(JWT_JWKS_URL.key());
    }

    private static Map<String, String> byName(Map<ConfigurationKey, String> values) {
        Map<String, String> byName = new HashMap<>();
        values.forEach((key, value) -> byName.put(key.key(), value));
        return byName;
    }

    private void addLast(String name, Map<String, String> values) {
        environment.getPropertySources().addLast(new MapPropertySource(name, Map.copyOf(values)));
    }
}
