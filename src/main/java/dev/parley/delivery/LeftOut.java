package dev.parley.delivery;

import dev.parley.delivery.Notice.DropReason;
import dev.parley.delivery.Notice.Dropped;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import java.util.ArrayList;
import java.util.List;

/// What a cursor has passed over since its client was told where it is: one stretch, and how many events of
/// each tier were left out of it for each reason. Told as one [Dropped] for each that is not none; only the
/// last of these may carry an id beyond [#before], for with the others alone the client does not know
/// everything.
final class LeftOut {

    private static final Tier[] TIERS = Tier.values();
    private static final DropReason[] REASONS = DropReason.values();

    private final Position before;
    private final int[] counts = new int[TIERS.length * REASONS.length];
    private long to;

    /// @param before where the client is
    LeftOut(Position before) {
        this.before = before;
        this.to = before.seq();
    }

    Position before() {
        return before;
    }

    /// One that follows.
    void add(Event event, DropReason reason) {
        counts[place(event.tier(), reason)]++;
        to = event.seq();
    }

    /// All that lies between these two.
    void add(TierTotals from, TierTotals upTo, DropReason reason) {
        for (Tier tier : TIERS) {
            counts[place(tier, reason)] += Math.toIntExact(upTo.since(from, tier));
        }
        to = upTo.seq();
    }

    private static int place(Tier tier, DropReason reason) {
        return tier.ordinal() * REASONS.length + reason.ordinal();
    }

    /// The most precious tier first.
    List<Dropped> notices(RoomId room) {
        List<Dropped> notices = new ArrayList<>(2);
        for (Tier tier : TIERS) {
            for (DropReason reason : REASONS) {
                int count = counts[place(tier, reason)];
                if (count > 0) {
                    notices.add(new Dropped(room, before.epoch(), tier, before.seq() + 1, to, count, reason));
                }
            }
        }
        return notices;
    }
}
