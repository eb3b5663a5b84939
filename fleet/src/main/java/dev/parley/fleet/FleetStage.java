package dev.parley.fleet;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The stages of growth that have several nodes.
enum FleetStage {
    BROADCAST("nats", "sql"),
    ROOMS("nats", "sql"),
    SHARDED("redis", "redis"),
    REGISTRY("nats", "redis");

    /// What carries events between nodes unless something else is asked for.
    private final String bus;
    /// Where presence and the nodes are kept, likewise.
    private final String registry;

    FleetStage(String bus, String registry) {
        this.bus = bus;
        this.registry = registry;
    }

    static FleetStage of(String name) {
        return Arrays.stream(values())
                .filter(stage -> stage.value().equals(name))
                .findAny()
                .orElseThrow(() ->
                        new FleetFailure("--stage=" + name + " " + complaint(name) + "; choices: " + choices() + "."));
    }

    private static String complaint(String name) {
        return switch (name) {
            case "single" -> "has one node, which ./parley run starts";
            default -> "is not a stage";
        };
    }

    static String choices() {
        return Arrays.stream(values()).map(FleetStage::value).collect(Collectors.joining(", "));
    }

    String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    String bus() {
        return bus;
    }

    String registry() {
        return registry;
    }

    /// What every server is told besides where its services are.
    List<String> keys() {
        return List.of("--parley.stage=" + value());
    }
}
