package dev.parley.bench.live;

import java.util.List;
import java.util.function.ToLongFunction;

/// How a sum of signals came out at viewers.
///
/// @param accepted what was sent and accepted
/// @param exact how many viewers have just that
/// @param fewer how many have less: signals are skipped for who is behind
/// @param more how many have more, which nothing excuses
public record Sum(long accepted, int exact, int fewer, int more) {

    static Sum of(long accepted, List<Viewer> viewers, ToLongFunction<Viewer> figure) {
        int fewer = 0;
        int more = 0;
        for (Viewer viewer : viewers) {
            long has = figure.applyAsLong(viewer);
            fewer += has < accepted ? 1 : 0;
            more += has > accepted ? 1 : 0;
        }
        return new Sum(accepted, viewers.size() - fewer - more, fewer, more);
    }
}
