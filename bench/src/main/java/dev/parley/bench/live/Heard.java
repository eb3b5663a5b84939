package dev.parley.bench.live;

import java.util.List;

/// Signals that viewers have heard, sums left out.
///
/// @param all of all viewers together
/// @param mostInASecond of one viewer
public record Heard(long all, int mostInASecond) {

    static Heard of(List<Viewer> viewers) {
        return new Heard(
                viewers.stream().mapToLong(viewer -> viewer.others().all()).sum(),
                viewers.stream()
                        .mapToInt(viewer -> viewer.others().mostInASecond())
                        .max()
                        .orElse(0));
    }
}
