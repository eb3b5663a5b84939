package dev.parley.kernel;

import java.util.Set;
import java.util.function.Predicate;

/// Which event types a reader wants: exact names or prefixes followed by `*`, selected or excluded. Only exclusions
/// means all others; nothing at all means everything.
public record TypeFilter(Set<String> selected, Set<String> excluded) {

    public static final TypeFilter ALL = new TypeFilter(Set.of(), Set.of());

    public TypeFilter {
        selected = Set.copyOf(selected);
        excluded = Set.copyOf(excluded);
    }

    public boolean passes(EventType type) {
        if (selected.isEmpty() && excluded.isEmpty()) {
            return true;
        }
        Predicate<String> names = pattern -> matches(pattern, type.value());
        return (selected.isEmpty() || selected.stream().anyMatch(names))
                && excluded.stream().noneMatch(names);
    }

    /// Whether a stream delivers it: the server's own types come in any case.
    public boolean delivers(EventType type) {
        return type.system() || passes(type);
    }

    private static boolean matches(String pattern, String type) {
        return pattern.endsWith("*")
                ? type.startsWith(pattern.substring(0, pattern.length() - 1))
                : type.equals(pattern);
    }
}
