package dev.parley.adapters.sql.store;

import dev.parley.kernel.EventType;

/// How far a room's log may be cut, found by looking at its events from the oldest on.
final class Cut {

    private final Kept kept;
    private final long newestTooMany;
    private final long newestTooOld;
    private long messagesRemoved;
    private long first;

    Cut(Kept kept) {
        this.kept = kept;
        this.newestTooMany =
                kept.last() - Math.min(kept.last(), kept.retention().maxEvents());
        this.newestTooOld = newestTooOld(kept);
        this.first = kept.first();
    }

    private static long newestTooOld(Kept kept) {
        long seconds = kept.retention().maxAgeSeconds();
        return seconds == 0 ? Long.MIN_VALUE : kept.now() - Math.min(seconds, kept.now() / 1_000) * 1_000;
    }

    /// Takes the next event if it may go; the first that may not ends the cut.
    boolean take(long seq, String type, long ts) {
        boolean application = !new EventType(type).system();
        if (seq > newestTooMany && ts > newestTooOld && !surplus(application)) {
            return false;
        }
        messagesRemoved += application ? 1 : 0;
        first = seq + 1;
        return true;
    }

    /// The server's own events go when they are older than the oldest message that has to stay.
    private boolean surplus(boolean application) {
        long limit = kept.retention().messages();
        long left = kept.messages() - messagesRemoved;
        return limit > 0 && (application ? left > limit : left >= limit);
    }

    /// The oldest seq that stays.
    long first() {
        return first;
    }

    long messagesRemoved() {
        return messagesRemoved;
    }

    int removed() {
        return Math.toIntExact(first - kept.first());
    }
}
