package dev.parley.adapters.memory;

import dev.parley.kernel.Sender;
import dev.parley.log.SenderMark;
import java.util.LinkedHashMap;
import java.util.Map;

/// Who has sent lately into one room, the last one at the end.
///
/// At most [#MAX]; beyond that the one that was silent longest is forgotten, and may send as if it had not
/// yet.
final class SenderMarks {

    static final int MAX = 100_000;

    private final Map<Sender, SenderMark> marks = new LinkedHashMap<>();

    SenderMark get(Sender sender) {
        return marks.getOrDefault(sender, SenderMark.NONE);
    }

    void put(Sender sender, SenderMark mark) {
        marks.remove(sender);
        marks.put(sender, mark);
        if (marks.size() > MAX) {
            marks.remove(marks.keySet().iterator().next());
        }
    }

    /// Forgets those whose last message is at least this old.
    void forget(long notAfter) {
        marks.values().removeIf(mark -> mark.lastTs() <= notAfter);
    }

    int size() {
        return marks.size();
    }
}
