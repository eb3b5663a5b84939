package dev.parley.bench.live;

import dev.parley.kernel.Tier;

/// What a stream says it left out.
///
/// @param to the last seq of these
/// @param expired whether their time was over; otherwise the viewer was too slow
record Dropped(Tier tier, long from, long to, long count, boolean expired) {}
