package dev.parley.server.configuration;

import dev.parley.kernel.EventType;
import dev.parley.kernel.InvalidIdException;
import dev.parley.kernel.Tier;
import dev.parley.log.MessageTypes;
import dev.parley.log.TypeRule;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;

/// The keys under `parley.types.`, which name message types: what is decided about them in all rooms that
/// do not decide themselves. `parley.types.gift.tier=critical`, `parley.types.gift.ttl-ms=3000`. Types with
/// an underscore are written in brackets: `parley.types[super_gift].tier`.
record TypeDefaults(Map<String, String> values) {

    static final String PREFIX = ConfigurationKey.PREFIX + ".types";

    /// They are looked at for each message.
    private static final int MAX_TYPES = 256;

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(PREFIX);
    private static final String TIERS = "critical, high, low";

    TypeDefaults {
        values = new TreeMap<>(values);
    }

    static TypeDefaults of(ConfigurableEnvironment environment) {
        return new TypeDefaults(Binder.get(environment)
                .bind(PREFIX, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of()));
    }

    static boolean isOne(ConfigurationPropertyName name) {
        return ROOT.isAncestorOf(name);
    }

    /// @param variable in capitals, with underscores
    static boolean isSetBy(String variable) {
        return variable.startsWith("PARLEY_TYPES_");
    }

    /// A sentence about the first that is wrong.
    Optional<String> complaint() {
        return Stream.concat(
                        values.entrySet().stream().map(entry -> complaint(entry.getKey(), entry.getValue())),
                        Stream.of(countComplaint()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> countComplaint() {
        return types().rules().size() > MAX_TYPES
                ? Optional.of(PREFIX + " names more than " + MAX_TYPES + " types.")
                : Optional.empty();
    }

    private static Optional<String> complaint(String name, String value) {
        String key = PREFIX + "." + name;
        String wrong = switch (part(name)) {
            case "tier" -> Tier.of(value).isPresent() ? null : "is not a value of it; choices: " + TIERS;
            case "ttlms" -> isTtl(value) ? null : "is out of range; choices: 0 to " + TypeRule.MAX_TTL_MS;
            default -> "is no key of Parley: of a type there are tier and ttl-ms";
        };
        if (wrong != null) {
            return Optional.of(key + "=" + value + " " + wrong + ".");
        }
        return isType(type(name))
                ? Optional.empty()
                : Optional.of(
                        key + "=" + value
                                + " names no message type: these are written [a-z][a-z0-9._-]{0,63}, and room. is the server's own.");
    }

    private static boolean isTtl(String value) {
        return value.matches("[0-9]{1,12}") && Long.parseLong(value) <= TypeRule.MAX_TTL_MS;
    }

    private static boolean isType(String name) {
        try {
            return !new EventType(name).system();
        } catch (InvalidIdException _) {
            return false;
        }
    }

    private static String type(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /// Spring takes a name in capitals and without its dash as well.
    private static String part(String name) {
        return name.substring(name.lastIndexOf('.') + 1).replace("-", "").toLowerCase(Locale.ROOT);
    }

    /// Of what [#complaint] has nothing to say about.
    MessageTypes types() {
        MessageTypes types = MessageTypes.NONE;
        for (Map.Entry<String, String> entry : values.entrySet()) {
            if (complaint(entry.getKey(), entry.getValue()).isEmpty()) {
                var type = new EventType(type(entry.getKey()));
                TypeRule rule = types.rule(type);
                types = types.with(
                        type,
                        part(entry.getKey()).equals("tier")
                                ? rule.withTier(Tier.of(entry.getValue()).orElseThrow())
                                : rule.withTtlMs(Long.valueOf(entry.getValue())));
            }
        }
        return types;
    }
}
