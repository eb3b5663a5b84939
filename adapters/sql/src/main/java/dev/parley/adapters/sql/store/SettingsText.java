package dev.parley.adapters.sql.store;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import dev.parley.kernel.EventType;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import dev.parley.log.Allowlist;
import dev.parley.log.MessageTypes;
import dev.parley.log.TypeRule;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Settings that are lists, as one text each with a blank between the items: ids hold none, nor what else separates.
final class SettingsText {

    private SettingsText() {}

    /// `gift=critical,3000 heart=low, text=,5000`
    static String of(MessageTypes types) {
        return types.rules().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + text(entry.getValue()))
                .collect(joining(" "));
    }

    private static String text(TypeRule rule) {
        return (rule.tier() == null ? "" : rule.tier().wire()) + "," + (rule.ttlMs() == null ? "" : rule.ttlMs());
    }

    static MessageTypes types(String text) {
        return new MessageTypes(items(text)
                .map(item -> item.split("[=,]", -1))
                .collect(toMap(item -> new EventType(item[0]), item -> new TypeRule(tier(item[1]), ttlMs(item[2])))));
    }

    private static @Nullable Tier tier(String wire) {
        return Tier.of(wire).orElse(null);
    }

    private static @Nullable Long ttlMs(String digits) {
        return digits.isEmpty() ? null : Long.valueOf(digits);
    }

    static String of(Allowlist allowlist) {
        return allowlist.users().stream().map(UserId::value).collect(joining(" "));
    }

    static Allowlist allowlist(String text) {
        return new Allowlist(items(text).map(UserId::new).collect(toSet()));
    }

    private static Stream<String> items(String text) {
        return text.isEmpty() ? Stream.empty() : Arrays.stream(text.split(" "));
    }
}
