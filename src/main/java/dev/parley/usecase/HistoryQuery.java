package dev.parley.usecase;

import dev.parley.log.PageRequest;

/// A page of history.
///
/// @param limit 0–500 items; 0 asks for the position only
public record HistoryQuery(PageRequest from, int limit, TypeFilter types) {

    public static final int MAX_LIMIT = 500;

    public HistoryQuery {
        if (limit < 0 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit is 0 to " + MAX_LIMIT);
        }
    }
}
