package dev.parley.delivery;

import dev.parley.kernel.Tier;
import java.util.Arrays;
import java.util.BitSet;
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
                    if (!taken.isEmpty() && cost(index) > left) {
                        end = taken.length();
                        return false;
                    }
                    take(index);
                }
            }
            return true;
        }

        boolean takeNewest(Tier tier) {
            for (int index = end - 1; index >= 0; index--) {
                if (bytes[index] > 0 && !taken.get(index) && from.tier(index) == tier) {
                    if (!taken.isEmpty() && cost(index) > left) {
                        return false;
                    }
                    take(index);
                }
            }
            return true;
        }

        private void take(int index) {
            left -= cost(index);
            taken.set(index);
            told.set(index, tells(index));
            told.clear(index + 1);
        }

        private int cost(int index) {
            int notices = (tells(index) ? 1 : 0) - (told.get(index + 1) ? 1 : 0);
            return bytes[index] + notices * from.notice();
        }

        /// What lies before it has to be told unless it is taken too; of the same tier it mostly is.
        private boolean tells(int index) {
            int before = index - 1;
            return before >= 0 && bytes[before] > 0 && !taken.get(before) && from.tier(before) != from.tier(index);
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
