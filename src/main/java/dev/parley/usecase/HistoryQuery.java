package dev.parley.usecase;

import dev.parley.kernel.Position;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.PageRequest;
import java.time.Duration;

/// A page of history.
///
/// @param limit 0–500 items; 0 asks for the position only
/// @param patience how long to wait for something to show when nothing follows the cursor yet, up to 25 s; only
///     reading forward from a cursor with a limit waits
public record HistoryQuery(PageRequest from, int limit, TypeFilter types, Duration patience) {

    public static final int MAX_LIMIT = 500;

    public static final Duration MAX_WAIT = Duration.ofSeconds(25);

    public HistoryQuery {
        if (limit < 0 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit is 0 to " + MAX_LIMIT);
        }
        if (patience.isNegative() || patience.compareTo(MAX_WAIT) > 0) {
            throw new IllegalArgumentException("patience is at most " + MAX_WAIT);
        }
    }

    /// Without waiting.
    public HistoryQuery(PageRequest from, int limit, TypeFilter types) {
        this(from, limit, types, Duration.ZERO);
    }

    /// Whether there was nothing to show and something may still come.
    boolean waitsAfter(HistoryPage page) {
        return from instanceof PageRequest.After
                && limit > 0
                && page.items().isEmpty()
                && page.skipped().isEmpty()
                && !page.hasMore();
    }

    /// The same from this cursor on.
    HistoryQuery from(Position cursor) {
        return new HistoryQuery(new PageRequest.After(cursor), limit, types, patience);
    }
}
