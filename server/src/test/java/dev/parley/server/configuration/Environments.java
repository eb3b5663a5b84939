package dev.parley.server.configuration;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/// Environments as they are when the configuration is looked over, without this machine's own variables.
final class Environments {

    private Environments() {}

    /// @param variables environment variables
    static ConfigurableEnvironment with(Map<String, String> variables, String... arguments) {
        var environment = new StandardEnvironment();
        var sources = environment.getPropertySources();
        sources.replace(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new HashMap<>(variables)));
        sources.replace(
                StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
                new MapPropertySource(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, new HashMap<>()));
        sources.addFirst(new SimpleCommandLinePropertySource(
                CommandLinePropertySource.COMMAND_LINE_PROPERTY_SOURCE_NAME, arguments));
        ConfigurationPropertySources.attach(environment);
        return environment;
    }

    static ConfigurableEnvironment with(String... arguments) {
        return with(Map.of(), arguments);
    }

    static Settings settings(ConfigurableEnvironment environment) {
        new Presets(environment, true).apply();
        return Settings.of(environment);
    }

    static Settings settings(String... arguments) {
        return settings(with(arguments));
    }
}
