package dev.parley.access;

import dev.parley.kernel.RoomId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Permissions by room pattern: an exact id, or a prefix followed by `*`. Immutable; at most [#MAX_PATTERNS] patterns.
public final class Grants {

    /// A token is checked on every request: a longer list belongs into roles.
    public static final int MAX_PATTERNS = 256;

    public static final Grants NONE = new Grants(List.of());

    private record Pattern(String text, boolean prefix, Set<Permission> permissions) {

        boolean covers(RoomId room) {
            return prefix ? room.value().startsWith(text) : room.value().equals(text);
        }
    }

    private final List<Pattern> patterns;

    private Grants(List<Pattern> patterns) {
        this.patterns = patterns;
    }

    /// @throws IllegalArgumentException for more than [#MAX_PATTERNS] patterns or a `*` that is not at the end
    public static Grants of(Map<String, ? extends Set<Permission>> byPattern) {
        if (byPattern.size() > MAX_PATTERNS) {
            throw new IllegalArgumentException("at most " + MAX_PATTERNS + " room patterns");
        }
        return new Grants(byPattern.entrySet().stream()
                .map(entry -> pattern(entry.getKey(), entry.getValue()))
                .toList());
    }

    /// All permissions in all rooms.
    public static Grants everything() {
        return of(Map.of("*", EnumSet.allOf(Permission.class)));
    }

    private static Pattern pattern(String text, Set<Permission> permissions) {
        int star = text.indexOf('*');
        if (star >= 0 && star != text.length() - 1) {
            throw new IllegalArgumentException("a room pattern is an exact id or a prefix followed by *");
        }
        return star < 0
                ? new Pattern(text, false, Set.copyOf(permissions))
                : new Pattern(text.substring(0, star), true, Set.copyOf(permissions));
    }

    public boolean allow(RoomId room, Permission permission) {
        for (Pattern pattern : patterns) {
            if (pattern.permissions().contains(permission) && pattern.covers(room)) {
                return true;
            }
        }
        return false;
    }

    /// All that is granted in this room.
    public Set<Permission> in(RoomId room) {
        var all = EnumSet.noneOf(Permission.class);
        for (Pattern pattern : patterns) {
            if (pattern.covers(room)) {
                all.addAll(pattern.permissions());
            }
        }
        return all;
    }

    /// Whether any permission at all is granted in this room: then its existence is no secret.
    public boolean mention(RoomId room) {
        for (Pattern pattern : patterns) {
            if (!pattern.permissions().isEmpty() && pattern.covers(room)) {
                return true;
            }
        }
        return false;
    }
}
