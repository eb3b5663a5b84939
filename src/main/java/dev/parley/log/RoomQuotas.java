package dev.parley.log;

import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// How far ahead of each room's inbound limit this node's own messages are, so that a flood into one room
/// ends here and not in the store. The store alone knows the exact limit, over all nodes; this refuses only
/// what is ahead of it by two bursts, when the store takes one.
///
/// It counts what is handed to the store, also what is refused there: else each refusal would let another
/// message through. What turned out not to use up anything, repeats above all, is given back. The tier low
/// is counted by itself, or a flood of it would use up here what the store reserves for the others; so are
/// users of the allowlist.
///
/// Touched only by its lane. At most [#MAX_ROOMS] counts; beyond that the one that was silent longest is
/// forgotten, and its room may run ahead once more.
final class RoomQuotas {

    static final int MAX_ROOMS = 4_096;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /// What the store lets a room be ahead: 200 ms, or one message where that is longer.
    private static final long LEAST_BURST = SECOND / 5;

    /// @param low whether it counts the tier low, or the others
    private record Sort(RoomId room, boolean low, boolean allowlisted) {

        static Sort of(Append append) {
            boolean low = append.event() != null && append.event().tier() == Tier.LOW;
            return new Sort(append.room(), low, append.terms().allowlisted());
        }

        /// Users of the allowlist may send half as much again.
        long interval(int perSecond) {
            return allowlisted ? 2 * SECOND / (3 * (long) perSecond) : SECOND / perSecond;
        }

        long burst(int perSecond) {
            return Math.max(LEAST_BURST, interval(perSecond));
        }
    }

    /// @param due when the next message would be due if all had kept to the limit, in nanoseconds of the node's clock
    private record Count(Life life, int perSecond, long due) {

        boolean isUnder(RoomTerms terms) {
            return life.equals(terms.life()) && perSecond == terms.inboundPerSecond();
        }
    }

    /// In the order of their last message.
    private final Map<Sort, Count> counts = new LinkedHashMap<>(16, 0.75f, true);

    int counts() {
        return counts.size();
    }

    /// Counts one more message, or says how long it would have to wait.
    ///
    /// @return zero or less: it was counted
    Duration take(Append append, long now) {
        Sort sort = Sort.of(append);
        RoomTerms terms = append.terms();
        int perSecond = terms.inboundPerSecond();
        Count count = counts.get(sort);
        boolean ahead = count != null && count.isUnder(terms) && count.due() - now > 0;
        long due = (count != null && ahead ? count.due() : now) + sort.interval(perSecond);
        long wait = due - now - 2 * sort.burst(perSecond);
        if (wait <= 0) {
            counts.put(sort, new Count(terms.life(), perSecond, due));
            forgetOne();
        }
        return Duration.ofNanos(wait);
    }

    private void forgetOne() {
        if (counts.size() > MAX_ROOMS) {
            counts.remove(counts.keySet().iterator().next());
        }
    }

    /// A message that was counted used up nothing.
    void giveBack(Append append) {
        Sort sort = Sort.of(append);
        counts.computeIfPresent(
                sort,
                (_, count) -> count.isUnder(append.terms())
                        ? new Count(count.life(), count.perSecond(), count.due() - sort.interval(count.perSecond()))
                        : count);
    }
}
