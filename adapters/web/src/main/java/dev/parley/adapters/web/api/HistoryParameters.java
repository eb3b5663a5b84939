package dev.parley.adapters.web.api;

import dev.parley.adapters.web.http.Call;
import dev.parley.adapters.web.http.QueryParameters;
import dev.parley.adapters.web.http.TypeList;
import dev.parley.adapters.web.problem.Problem;
import dev.parley.adapters.web.problem.ProblemCode;
import dev.parley.kernel.Position;
import dev.parley.kernel.SessionId;
import dev.parley.log.PageRequest;
import dev.parley.usecase.HistoryQuery;
import dev.parley.usecase.Pull;
import dev.parley.usecase.References;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The query of a page of history.
///
/// @param byTier whether the page is sorted by tier in itself
/// @param pull of somebody who was told of news; null = nobody told him
record HistoryParameters(
        HistoryQuery query, boolean byTier, @Nullable Pull pull) {

    private static final int DEFAULT_LIMIT = 50;
    private static final Pattern SEQ = Pattern.compile("[0-9]{1,18}");
    private static final int LONGEST_WAIT = (int) HistoryQuery.MAX_WAIT.toMillis();

    static HistoryParameters of(Call call) {
        QueryParameters query = call.query("after", "before", "limit", "types", "order", "waitMs", "session", "min");
        int limit = query.whole("limit", DEFAULT_LIMIT, 0, HistoryQuery.MAX_LIMIT);
        var history = new HistoryQuery(
                from(query.text("after"), query.text("before")),
                limit,
                TypeList.parse(query.text("types")),
                Duration.ofMillis(query.whole("waitMs", 0, 0, LONGEST_WAIT)));
        return new HistoryParameters(history, byTier(query.text("order")), pull(query, history));
    }

    /// Which messages refer to one; null = that is not asked for.
    static References.@Nullable Query reference(Call call) {
        if (!call.asks("ref")) {
            return null;
        }
        QueryParameters query = call.query("ref", "after", "limit", "types");
        String ref = query.text("ref");
        if (ref == null || !SEQ.matcher(ref).matches() || Long.parseLong(ref) == 0) {
            throw QueryParameters.invalid("ref is the seq of a message");
        }
        String after = query.text("after");
        return new References.Query(
                Long.parseLong(ref),
                after == null ? null : position(after),
                query.whole("limit", DEFAULT_LIMIT, 1, HistoryQuery.MAX_LIMIT),
                TypeList.parse(query.text("types")));
    }

    private static @Nullable Pull pull(QueryParameters query, HistoryQuery history) {
        String session = query.text("session");
        String least = query.text("min");
        if (session == null && least == null) {
            return null;
        }
        if (!history.patience().isZero()) {
            throw QueryParameters.invalid("who is told of news does not wait: send session and min, or waitMs");
        }
        if (least != null && !SEQ.matcher(least).matches()) {
            throw QueryParameters.invalid("min is the head that notify told");
        }
        return new Pull(least == null ? 0 : Long.parseLong(least), session == null ? null : new SessionId(session));
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

    private static boolean byTier(@Nullable String order) {
        return switch (order) {
            case null -> false;
            case "seq" -> false;
            case "tier" -> true;
            default -> throw QueryParameters.invalid("order is seq or tier");
        };
    }
}
