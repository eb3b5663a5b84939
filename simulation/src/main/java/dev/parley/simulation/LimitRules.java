package dev.parley.simulation;

import dev.parley.kernel.Tier;
import dev.parley.simulation.LogRecord.Offer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rooms' inbound limit and the half of it that the tier low has, held against buckets of the checker's
/// own: what is in the log was within the limit, and who was refused was over it by as much as he was told
/// to wait.
final class LimitRules {

    private static final long SECOND_MICROS = 1_000_000;
    private static final long BURST_MICROS = 200_000;

    private final World world;
    private final Findings findings;

    LimitRules(World world, Findings findings) {
        this.world = world;
        this.findings = findings;
    }

    void check() {
        world.record.offers().values().forEach(this::check);
    }

    private void check(List<Offer> offers) {
        long due = 0;
        long dueLow = 0;
        Integer inForce = null;
        for (Offer offer : offers) {
            theLimitIsTheRooms(offer, inForce);
            if (offer.perSecond() > 0) {
                boolean low = offer.tier() == Tier.LOW;
                long interval = SECOND_MICROS / offer.perSecond();
                long next = next(due, interval, offer);
                long nextLow = next(dueLow, 2 * interval, offer);
                long over = over(next, interval, offer);
                over = low ? Math.max(over, over(nextLow, 2 * interval, offer)) : over;
                if (offer.refusedForMicros() == 0) {
                    findings.demand(over <= 0, "nothing over the limit is in the log", offer, over);
                    due = next;
                    dueLow = low ? nextLow : dueLow;
                } else {
                    findings.demand(over == offer.refusedForMicros(), "who is refused is over the limit", offer, over);
                }
            }
            inForce = offer.newLimit() == null ? inForce : offer.newLimit();
        }
    }

    private static long next(long due, long interval, Offer offer) {
        long now = offer.storeMicros();
        return (due > now + burst(interval) ? now : Math.max(due, now)) + interval;
    }

    private static long over(long next, long interval, Offer offer) {
        return next - offer.storeMicros() - burst(interval);
    }

    private static long burst(long interval) {
        return Math.max(BURST_MICROS, interval);
    }

    /// Only who is exempt goes by none.
    private void theLimitIsTheRooms(Offer offer, @Nullable Integer inForce) {
        Message message = world.journal.message(offer.data());
        boolean exempt = message == null || message.exempt;
        findings.demand(
                inForce == null || exempt || offer.perSecond() == inForce, "the limit is the room's", offer, inForce);
    }
}
