package dev.parley.bench.live;

import dev.parley.kernel.Tier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one viewer received of a room and was told it would not receive, over all its connections.
///
/// It adds up at every event: all that was received and all that was told make its seq. What was told counts for good
/// only once the cursor has passed it: from an older cursor it is told again.
final class Account {

    private static final Tier[] TIERS = Tier.values();

    private String epoch = "";
    /// Where the viewer would go on: the id of the last block that had one.
    private long cursor = -1;
    /// The newest seq that was received.
    private long last;
    /// Everything up to here was received or told, when what is pending is right.
    private long accounted;
    private final List<Dropped> pending = new ArrayList<>();
    private final long[] received = new long[TIERS.length];
    private final long[] stamps = new long[TIERS.length];
    private final long[] shed = new long[TIERS.length];
    private final long[] expired = new long[TIERS.length];
    private long faults;
    private String firstFault = "";
    private boolean behind;
    private boolean torn;

    String cursor() {
        return cursor < 0 ? "" : epoch + ":" + cursor;
    }

    String epoch() {
        return epoch;
    }

    /// A stream begins here; what was told after it is told again.
    void begins(String newEpoch, long seq) {
        if (cursor >= 0 && (seq != cursor || !newEpoch.equals(epoch))) {
            fault("the stream goes on at " + newEpoch + ":" + seq + " instead of " + cursor());
        }
        epoch = newEpoch;
        cursor = seq;
        accounted = seq;
        last = Math.max(last, seq);
        pending.clear();
    }

    /// Whether it is one of the load's, and new.
    boolean received(@Nullable Tier tier, long seq, long stamp) {
        if (seq <= last) {
            fault("no. " + seq + " comes after no. " + last);
            return false;
        }
        if (accounted != seq - 1) {
            fault("no. " + seq + " comes when what was received and told makes no. " + accounted);
        }
        last = seq;
        accounted = seq;
        if (tier == null || stamp < 0) {
            return false;
        }
        received[tier.ordinal()]++;
        stamps[tier.ordinal()] += stamp;
        return true;
    }

    void told(Dropped dropped) {
        behind |= !dropped.expired();
        if (dropped.from() <= last || dropped.to() < dropped.from() || dropped.count() < 1) {
            fault("after no. " + last + " it is told of " + dropped);
        }
        pending.add(dropped);
        accounted += dropped.count();
    }

    void position(String ofEpoch, long seq) {
        if (!torn && (!ofEpoch.equals(epoch) || seq < cursor)) {
            fault("the id goes from " + cursor() + " to " + ofEpoch + ":" + seq);
            return;
        }
        epoch = ofEpoch;
        cursor = seq;
        if (torn) {
            torn = false;
            last = seq;
            accounted = seq;
        }
        settle();
    }

    private void settle() {
        for (var each = pending.iterator(); each.hasNext(); ) {
            Dropped told = each.next();
            if (told.to() <= cursor) {
                (told.expired() ? expired : shed)[told.tier().ordinal()] += told.count();
                each.remove();
            }
        }
    }

    /// Something was left out that nobody counted.
    void gap() {
        behind = true;
        torn = true;
        fault("the stream has a gap after no. " + last);
    }

    private void fault(String what) {
        faults++;
        firstFault = firstFault.isEmpty() ? what : firstFault;
    }

    long received(Tier tier) {
        return received[tier.ordinal()];
    }

    /// What it was too slow for.
    long shed(Tier tier) {
        return shed[tier.ordinal()];
    }

    /// What was worthless by the time it could have been sent.
    long expired(Tier tier) {
        return expired[tier.ordinal()];
    }

    /// How often something did not add up, and what was the first.
    long faults() {
        return faults;
    }

    String firstFault() {
        return firstFault;
    }

    /// Whether it was told that it was too slow for something.
    boolean wasBehind() {
        return behind;
    }

    /// Whether what was accepted in this tier is what was received and told.
    boolean addsUp(Tier tier, Accepted accepted) {
        return received(tier) + shed(tier) + expired(tier) == accepted.count(tier);
    }

    /// Whether it has every critical one itself. One that has expired is worthless, not lost.
    boolean hasAllCritical(Accepted accepted) {
        Tier tier = Tier.CRITICAL;
        boolean same = expired(tier) > 0 || stamps[tier.ordinal()] == accepted.stamps(tier);
        return shed(tier) == 0 && addsUp(tier, accepted) && same;
    }

    boolean complete(Accepted accepted) {
        for (Tier tier : TIERS) {
            if (!addsUp(tier, accepted)) {
                return false;
            }
        }
        return hasAllCritical(accepted);
    }
}
