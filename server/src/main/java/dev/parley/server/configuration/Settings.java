package dev.parley.server.configuration;

import dev.parley.kernel.SettingReporter.Shown;
import dev.parley.log.MessageTypes;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;

/// The configuration in force: of each key that has a value, the value and where it comes from. Immutable.
public final class Settings {

    private static final Map<String, String> SOURCES = Map.of(
            "commandLineArgs", "command line",
            "systemProperties", "system property",
            "systemEnvironment", "environment");

    private final Map<ConfigurationKey, Setting> settings;
    private final @Nullable String address;
    private final TypeDefaults types;

    /// Nothing is decided about message types.
    ///
    /// @param address what the server listens on, null = everything
    Settings(Map<ConfigurationKey, Setting> settings, @Nullable String address) {
        this(settings, address, new TypeDefaults(Map.of()));
    }

    private Settings(Map<ConfigurationKey, Setting> settings, @Nullable String address, TypeDefaults types) {
        this.settings = settings;
        this.address = address;
        this.types = types;
    }

    public static Settings of(ConfigurableEnvironment environment) {
        Map<ConfigurationKey, Setting> settings = new EnumMap<>(ConfigurationKey.class);
        Binder binder = Binder.get(environment);
        for (ConfigurationKey key : ConfigurationKey.values()) {
            binder.bind(key.key(), Bindable.of(String.class))
                    .ifBound(value -> settings.put(key, new Setting(value, origin(environment, key))));
        }
        return new Settings(settings, environment.getProperty("server.address"), TypeDefaults.of(environment));
    }

    private static String origin(ConfigurableEnvironment environment, ConfigurationKey key) {
        var name = ConfigurationPropertyName.of(key.key());
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty property = source.getConfigurationProperty(name);
            if (property != null) {
                return origin(source, property);
            }
        }
        return "unknown";
    }

    private static String origin(ConfigurationPropertySource source, ConfigurationProperty property) {
        if (property.getOrigin() instanceof TextResourceOrigin text && text.getResource() != null) {
            var location = text.getLocation();
            return text.getResource().getFilename() + (location == null ? "" : " line " + (location.getLine() + 1));
        }
        String name = source.getUnderlyingSource() instanceof PropertySource<?> known ? known.getName() : "unknown";
        return SOURCES.getOrDefault(name, name);
    }

    public Optional<Setting> setting(ConfigurationKey key) {
        return Optional.ofNullable(settings.get(key));
    }

    public Optional<String> value(ConfigurationKey key) {
        return setting(key).map(Setting::value);
    }

    public boolean is(ConfigurationKey key, String value) {
        return value(key).filter(value::equals).isPresent();
    }

    boolean has(ConfigurationKey key) {
        return settings.containsKey(key);
    }

    Optional<String> address() {
        return Optional.ofNullable(address);
    }

    /// The value as it may be shown.
    public Optional<String> masked(ConfigurationKey key) {
        return value(key).map(key.kind()::shown);
    }

    /// Everything that has a value, as it may be shown.
    public List<Shown> shown() {
        Stream<Shown> keys = settings.entrySet().stream()
                .map(entry -> new Shown(
                        entry.getKey().key(),
                        entry.getKey().kind().shown(entry.getValue().value()),
                        entry.getValue().origin()));
        return Stream.concat(keys, shownTypes()).toList();
    }

    private Stream<Shown> shownTypes() {
        return types.values().entrySet().stream()
                .map(entry -> new Shown(TypeDefaults.PREFIX + "." + entry.getKey(), entry.getValue(), "configured"));
    }

    /// What is decided about message types in all rooms that do not decide themselves.
    public MessageTypes types() {
        return types.types();
    }

    /// Each key about a message type with its value.
    List<String> typeLines() {
        return types.values().entrySet().stream()
                .map(entry -> TypeDefaults.PREFIX + "." + entry.getKey() + "=" + entry.getValue())
                .toList();
    }

    /// `parley.store=sqlite (default)`, secrets masked.
    String shown(ConfigurationKey key) {
        return setting(key)
                .map(set -> key.key() + "=" + key.kind().shown(set.value()) + " (" + set.origin() + ")")
                .orElse(key.key() + " (not set)");
    }
}
