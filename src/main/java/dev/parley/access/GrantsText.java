package dev.parley.access;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Grants as people write them: `lobby:subscribe,publish news-*:subscribe`, an exact room id or a prefix followed by
/// `*`.
public final class GrantsText {

    private static final Pattern ROOM_PATTERN = Pattern.compile("\\*|[A-Za-z0-9][A-Za-z0-9._~-]{0,127}\\*?");

    private GrantsText() {}

    /// @throws IllegalArgumentException whose message says what is wrong
    public static Map<String, Set<Permission>> parse(String text) {
        Map<String, Set<Permission>> grants = new LinkedHashMap<>();
        if (!text.isBlank()) {
            for (String entry : text.strip().split("\\s+")) {
                int colon = entry.indexOf(':');
                String room = colon < 0 ? entry : entry.substring(0, colon);
                if (colon < 0 || !ROOM_PATTERN.matcher(room).matches()) {
                    throw new IllegalArgumentException("'" + entry + "' is not written like lobby:subscribe,publish");
                }
                grants.computeIfAbsent(room, _ -> EnumSet.noneOf(Permission.class))
                        .addAll(permissions(entry.substring(colon + 1)));
            }
        }
        return grants;
    }

    /// What [#parse] reads back.
    public static String of(Map<String, Set<Permission>> grants) {
        return grants.entrySet().stream()
                .map(grant -> grant.getKey() + ":"
                        + grant.getValue().stream()
                                .sorted()
                                .map(Permission::wire)
                                .collect(Collectors.joining(",")))
                .sorted()
                .collect(Collectors.joining(" "));
    }

    private static Set<Permission> permissions(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(word -> Permission.of(word)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "'" + word + "' is not a permission (" + permissions() + ")")))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Permission.class)));
    }

    /// All permissions by name.
    public static String permissions() {
        return Arrays.stream(Permission.values()).map(Permission::wire).collect(Collectors.joining(", "));
    }
}
