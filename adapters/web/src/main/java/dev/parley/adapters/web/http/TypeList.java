package dev.parley.adapters.web.http;

import dev.parley.kernel.TypeFilter;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The parameter `types`.
public final class TypeList {

    private static final int MOST = 32;
    private static final Pattern TYPE = Pattern.compile("!?([a-z][a-z0-9._-]{0,63}|[a-z][a-z0-9._-]{0,62}\\*|\\*)");

    private TypeList() {}

    /// @param list null = everything
    public static TypeFilter parse(@Nullable String list) {
        if (list == null) {
            return TypeFilter.ALL;
        }
        String[] patterns = list.split(",", -1);
        Set<String> selected = new HashSet<>();
        Set<String> excluded = new HashSet<>();
        for (String pattern : patterns) {
            if (patterns.length > MOST || !TYPE.matcher(pattern).matches()) {
                throw QueryParameters.invalid("types is a list of at most " + MOST
                        + " message types, each with ! before it to exclude it, or * after it for all that begin so");
            }
            if (pattern.startsWith("!")) {
                excluded.add(pattern.substring(1));
            } else {
                selected.add(pattern);
            }
        }
        return new TypeFilter(selected, excluded);
    }
}
