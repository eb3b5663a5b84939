package dev.parley.delivery;

import dev.parley.kernel.Tier;

/// How many events of each tier a tail has had up to a seq. Two of the same run tell, without the events,
/// what lies between them: that is how what has left the tail is counted.
///
/// @param run what was counted through without a break; a tail that begins anew counts anew
/// @param high from the beginning of the run on, as `critical`
record TierTotals(Object run, long seq, long critical, long high) {

    /// Nobody has counted up to here.
    static final TierTotals UNKNOWN = new TierTotals(new Object(), -1, 0, 0);

    /// A run begins here.
    static TierTotals from(long seq) {
        return new TierTotals(new Object(), seq, 0, 0);
    }

    /// Whether what lies between can be told.
    boolean follows(TierTotals earlier) {
        return run.equals(earlier.run) && seq >= earlier.seq;
    }

    /// Events of this tier after `earlier`, which it follows.
    long since(TierTotals earlier, Tier tier) {
        return switch (tier) {
            case CRITICAL -> critical - earlier.critical;
            case HIGH -> high - earlier.high;
            case LOW -> (seq - earlier.seq) - (critical - earlier.critical) - (high - earlier.high);
        };
    }

    /// Further on by events of this stretch.
    ///
    /// @param to at least its own seq, at most the stretch's last
    TierTotals upTo(Stretch stretch, long to) {
        long moreCritical = 0;
        long moreHigh = 0;
        for (long next = seq + 1; next <= to; next++) {
            switch (stretch.at(next).event().tier()) {
                case CRITICAL -> moreCritical++;
                case HIGH -> moreHigh++;
                case LOW -> {}
            }
        }
        return new TierTotals(run, to, critical + moreCritical, high + moreHigh);
    }
}
