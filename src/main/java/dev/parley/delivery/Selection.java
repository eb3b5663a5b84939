package dev.parley.delivery;

import dev.parley.kernel.Event;
import dev.parley.kernel.Tier;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;

/// Which events of a stretch go to a client that lies too far behind to get them all. They go out in seq
/// order, and what lies between them is left out and told: a selection is never another order. Depends on
/// the events and the room for them alone.
final class Selection {

    private final long after;
    private final long end;
    private final BitSet leftOut;

    private Selection(long after, long end, BitSet leftOut) {
        this.after = after;
        this.end = end;
        this.leftOut = leftOut;
    }

    /// Up to where it decides; what follows is for another one.
    long end() {
        return end;
    }

    /// Whether it is left out for want of room, or for a newer one.
    boolean leavesOut(long seq) {
        return leftOut.get((int) (seq - after - 1));
    }

    /// What is there to choose from.
    ///
    /// @param after the events after this one …
    /// @param to … up to this one
    /// @param most bytes there is room for
    /// @param notice bytes it takes to tell that something was left out
    /// @param bytes of an event's frame; 0 when it does not go out whatever is chosen
    record Choice(Stretch stretch, long after, long to, int most, int notice, ToIntFunction<TailEntry> bytes) {

        private int count() {
            return (int) (to - after);
        }

        private TailEntry at(int index) {
            return stretch.at(after + 1 + index);
        }

        private int bytes(int index) {
            return bytes.applyAsInt(at(index));
        }

        private Tier tier(int index) {
            return at(index).event().tier();
        }
    }

    /// Everything critical, then as much of high as there is room for, then of low, the newest first. As
    /// soon as one has no room nothing further is taken: none of a lower tier, no older one. Critical
    /// events that have no room are for the next selection, which begins with them.
    static Selection byTier(Choice from) {
        var taking = new Taking(from);
        if (taking.all() <= from.most()) {
            taking.takeInOrder(_ -> true);
        } else if (taking.takeInOrder(index -> never(from.at(index)))) {
            boolean room = taking.takeNewest(Tier.HIGH);
            if (room) {
                taking.takeNewest(Tier.LOW);
            }
        }
        return taking.selection();
    }

    /// Only what is never left out.
    static Selection criticalOnly(Choice from) {
        var taking = new Taking(from);
        taking.takeInOrder(index -> never(from.at(index)));
        return taking.selection();
    }

    /// The newest value of each key, in order as far as there is room, and everything critical or of the
    /// server's own. What follows when there is no room is for the next selection: something newer may have
    /// come by then.
    ///
    /// @param later keys of which something newer follows the stretch
    static Selection newest(Choice from, Set<String> later) {
        var taking = new Taking(from);
        BitSet newest = taking.newest(later);
        taking.takeInOrder(newest::get);
        return taking.selection();
    }

    private static boolean never(TailEntry entry) {
        return entry.event().tier() == Tier.CRITICAL || entry.event().type().equals(Pass.DESTROYED);
    }

    private static final class Taking {

        private final Choice from;
        private final int[] bytes;
        private final BitSet taken = new BitSet();
        /// Those before which something has to be told, as it stands now.
        private final BitSet told = new BitSet();
        private int end;
        private int left;

        Taking(Choice from) {
            this.from = from;
            this.end = from.count();
            this.left = from.most();
            this.bytes = new int[end];
            for (int index = 0; index < end; index++) {
                bytes[index] = from.bytes(index);
            }
        }

        int all() {
            return Arrays.stream(bytes).sum();
        }

        /// The first one whatever its size, for nobody else makes room for it. False when it ends before
        /// the stretch.
        boolean takeInOrder(IntPredicate wanted) {
            for (int index = 0; index < end; index++) {
                if (bytes[index] > 0 && wanted.test(index)) {
                    if (!taken.isEmpty() && cost(index, true) > left) {
                        end = taken.length();
                        return false;
                    }
                    take(index, true);
                }
            }
            return true;
        }

        BitSet newest(Set<String> later) {
            Set<String> seen = new HashSet<>(later);
            var newest = new BitSet(end);
            for (int index = end - 1; index >= 0; index--) {
                if (bytes[index] > 0) {
                    Event event = from.at(index).event();
                    boolean stays = event.type().system() || seen.add(event.valueOf());
                    newest.set(index, stays || never(from.at(index)));
                }
            }
            return newest;
        }

        boolean takeNewest(Tier tier) {
            for (int index = end - 1; index >= 0; index--) {
                if (bytes[index] > 0 && !taken.get(index) && from.tier(index) == tier) {
                    if (!taken.isEmpty() && cost(index, false) > left) {
                        return false;
                    }
                    take(index, false);
                }
            }
            return true;
        }

        private void take(int index, boolean inOrder) {
            left -= cost(index, inOrder);
            taken.set(index);
            told.set(index, tells(index, inOrder));
            told.clear(index + 1);
        }

        private int cost(int index, boolean inOrder) {
            int notices = (tells(index, inOrder) ? 1 : 0) - (told.get(index + 1) ? 1 : 0);
            return bytes[index] + notices * from.notice();
        }

        /// What lies before it has to be told unless it is taken too: where the newest comes first, one of
        /// the same tier mostly is.
        private boolean tells(int index, boolean inOrder) {
            int before = index - 1;
            return before >= 0
                    && bytes[before] > 0
                    && !taken.get(before)
                    && (inOrder || from.tier(before) != from.tier(index));
        }

        Selection selection() {
            var leftOut = new BitSet(end);
            for (int index = 0; index < end; index++) {
                leftOut.set(index, bytes[index] > 0 && !taken.get(index));
            }
            return new Selection(from.after(), from.after() + end, leftOut);
        }
    }
}
