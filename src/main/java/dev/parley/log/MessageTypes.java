package dev.parley.log;

import static java.util.Comparator.comparing;

import dev.parley.kernel.EventType;
import dev.parley.kernel.Tier;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Message types about which something is decided, by a room or for all rooms. In the order of their names.
public record MessageTypes(Map<EventType, TypeRule> rules) {

    /// Types of one room; who changes a room is refused more.
    public static final int MAX = 64;

    public static final MessageTypes NONE = new MessageTypes(Map.of());

    /// What no rule decides.
    private static final Tier USUAL_TIER = Tier.HIGH;

    public MessageTypes {
        var sorted = new LinkedHashMap<EventType, TypeRule>();
        rules.entrySet().stream()
                .sorted(comparing(rule -> rule.getKey().value()))
                .forEach(rule -> sorted.put(rule.getKey(), rule.getValue()));
        rules = Collections.unmodifiableMap(sorted);
    }

    public TypeRule rule(EventType type) {
        return rules.getOrDefault(type, TypeRule.NONE);
    }

    /// @param rule null = nothing is decided about it any more
    public MessageTypes with(EventType type, @Nullable TypeRule rule) {
        var changed = new LinkedHashMap<>(rules);
        if (rule == null) {
            changed.remove(type);
        } else {
            changed.put(type, rule);
        }
        return new MessageTypes(changed);
    }

    /// The tier of a message that asks for none.
    ///
    /// @param otherwise decides what these types leave open
    public Tier tier(EventType type, MessageTypes otherwise) {
        Tier tier = rule(type).or(otherwise.rule(type)).tier();
        return tier == null ? USUAL_TIER : tier;
    }

    /// How long a message that names no time is delivered; 0 = for ever.
    ///
    /// @param otherwise decides what these types leave open
    public long ttlMs(EventType type, MessageTypes otherwise) {
        Long ttlMs = rule(type).or(otherwise.rule(type)).ttlMs();
        return ttlMs == null ? 0 : ttlMs;
    }
}
