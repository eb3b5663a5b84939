package dev.parley.server.configuration;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The presets: what each stage of growth sets.
enum Stage {
    SINGLE("sqlite", "local", "none", "local", "none"),
    BROADCAST("postgres", "broadcast", "nats", "sql", "sql"),
    ROOMS("postgres", "rooms", "nats", "sql", "sql"),
    SHARDED("postgres", "sharded", "redis", "redis", "redis"),
    REGISTRY("postgres", "registry", "nats", "redis", "redis");

    private final Map<ConfigurationKey, String> values;

    Stage(String store, String fanout, String bus, String presence, String nodes) {
        this.values = Map.of(
                ConfigurationKey.STORE, store,
                ConfigurationKey.FANOUT, fanout,
                ConfigurationKey.BUS, bus,
                ConfigurationKey.PRESENCE, presence,
                ConfigurationKey.NODES, nodes);
    }

    static Optional<Stage> of(String value) {
        return Arrays.stream(values())
                .filter(stage -> stage.value().equals(value))
                .findAny();
    }

    String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    Map<ConfigurationKey, String> settings() {
        return values;
    }
}
