package dev.parley.simulation;

import dev.parley.simulation.LogRecord.Offer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rooms' inbound limit, held against a bucket of the checker's own: what is in the log was within the limit, and
/// who was refused was over it by as much as he was told to wait.
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
        Integer inForce = null;
        for (Offer offer : offers) {
            theLimitIsTheRooms(offer, inForce);
            if (offer.perSecond() > 0) {
                long interval = SECOND_MICROS / offer.perSecond();
                long burst = Math.max(BURST_MICROS, interval);
                long now = offer.storeMicros();
                long next = (due > now + burst ? now : Math.max(due, now)) + interval;
                long over = next - now - burst;
                if (offer.refusedForMicros() == 0) {
                    findings.demand(over <= 0, "nothing over the limit is in the log", offer, over);
                    due = next;
                } else {
                    findings.demand(over == offer.refusedForMicros(), "who is refused is over the limit", offer, over);
                }
            }
            inForce = offer.newLimit() == null ? inForce : offer.newLimit();
        }
    }

    /// Only who is exempt goes by none.
    private void theLimitIsTheRooms(Offer offer, @Nullable Integer inForce) {
        Message message = world.journal.message(offer.data());
        boolean exempt = message == null || message.exempt;
        findings.demand(
                inForce == null || exempt || offer.perSecond() == inForce, "the limit is the room's", offer, inForce);
    }
}
