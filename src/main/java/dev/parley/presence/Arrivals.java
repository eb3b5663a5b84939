package dev.parley.presence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/// Who came and is not written down yet. Touched in the keeper's mailbox only. Bounded by [#MOST]: beyond it the
/// oldest are not written down; a registry and a log that are away for so long have lost more.
final class Arrivals {

    static final int MOST = 100_000;

    private final OwnSessions own;
    private final Queue<SessionEntry> unwritten = new ArrayDeque<>();

    Arrivals(OwnSessions own) {
        this.own = own;
    }

    void add(SessionEntry came) {
        if (unwritten.size() >= MOST) {
            unwritten.remove();
        }
        unwritten.add(came);
    }

    boolean isEmpty() {
        return unwritten.isEmpty();
    }

    /// Takes the next that are to be written down. Who went meanwhile is not: his departure may have been.
    List<SessionEntry> take(int most) {
        var batch = new ArrayList<SessionEntry>();
        while (batch.size() < most && !unwritten.isEmpty()) {
            SessionEntry next = unwritten.remove();
            if (own.holds(next)) {
                batch.add(next);
            }
        }
        return batch;
    }
}
