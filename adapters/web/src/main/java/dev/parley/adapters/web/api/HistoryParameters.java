package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.QueryParameters;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.Position;
import dev.parley.log.PageRequest;
import dev.parley.usecase.HistoryQuery;
import dev.parley.kernel.TypeFilter;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The query of a page of history.
///
/// @param byTier whether the page is sorted by tier in itself
record HistoryParameters(HistoryQuery query, boolean byTier) {

    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_TYPES = 32;
    private static final Pattern TYPE = Pattern.compile("!?([a-z][a-z0-9._-]{0,63}|[a-z][a-z0-9._-]{0,62}\\*|\\*)");

    static HistoryParameters of(Call call) {
        QueryParameters query = call.query("after", "before", "limit", "types", "order");
        int limit = query.whole("limit", DEFAULT_LIMIT, 0, HistoryQuery.MAX_LIMIT);
        var history =
                new HistoryQuery(from(query.text("after"), query.text("before")), limit, types(query.text("types")));
        return new HistoryParameters(history, byTier(query.text("order")));
    }

    private static PageRequest from(@Nullable String after, @Nullable String before) {
        if (after != null && before != null) {
            throw QueryParameters.invalid("send after or before, not both");
        }
        if (after != null) {
            return new PageRequest.After(position(after));
        }
        return before == null ? new PageRequest.Newest() : new PageRequest.Before(position(before));
    }

    private static Position position(String cursor) {
        return Position.parse(cursor)
                .orElseThrow(() -> Problem.of(ProblemCode.BAD_CURSOR).exception());
    }

    private static TypeFilter types(@Nullable String list) {
        if (list == null) {
            return TypeFilter.ALL;
        }
        String[] patterns = list.split(",", -1);
        Set<String> selected = new HashSet<>();
        Set<String> excluded = new HashSet<>();
        for (String pattern : patterns) {
            if (patterns.length > MAX_TYPES || !TYPE.matcher(pattern).matches()) {
                throw QueryParameters.invalid("types is a list of at most " + MAX_TYPES
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

    private static boolean byTier(@Nullable String order) {
        return switch (order) {
            case null -> false;
            case "seq" -> false;
            case "tier" -> true;
            default -> throw QueryParameters.invalid("order is seq or tier");
        };
    }
}
