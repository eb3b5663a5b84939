package dev.parley.log;

import dev.parley.kernel.Tier;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Whether a message is within the limits of its room and its sender: what a store asks under the room's
/// lock, for new messages only. Pure; every store decides by it, so that all decide alike.
///
/// A refused message uses up nothing, of any limit. Changes and the server's own events are not asked,
/// save those of messages: who edits or deletes one has sent something.
public sealed interface Admission {

    /// Messages of the tier critical that a room takes in a second, from all senders together. They are
    /// never shed, so they have to be few.
    int CRITICAL_PER_SECOND = 50;

    /// It passes, and then this is used up.
    ///
    /// @param sender the same as before in rooms without limits for senders
    record Passed(RoomBuckets room, SenderMark sender) implements Admission {}

    record Refused(Quota quota, Duration retryAfter) implements Admission {

        private static Refused of(Quota quota, long micros) {
            return new Refused(quota, Duration.of(micros, ChronoUnit.MICROS));
        }
    }

    /// @param room what was used up before
    /// @param sender the same; counts only where the item's terms limit its sender
    /// @param now µs of the store's clock
    static Admission of(Append item, RoomBuckets room, SenderMark sender, long now) {
        NewEvent event = item.event();
        if (event == null || (event.type().system() && !event.type().amending())) {
            return new Passed(room, sender);
        }
        Refused refused = ofSender(item.terms().senders(), sender, now);
        return refused == null
                ? ofRoom(event.tier(), item.terms(), room, used(item.terms().senders(), sender, now), now)
                : refused;
    }

    private static @Nullable Refused ofSender(SenderLimits limits, SenderMark sender, long now) {
        if (limits.perSecond() > 0) {
            long wait = Bucket.early(sender.bucket(), Bucket.SECOND / limits.perSecond(), now);
            if (wait > 0) {
                return Refused.of(Quota.SENDER, wait);
            }
        }
        long next = sender.lastTs() * 1_000 + limits.slowModeSeconds() * Bucket.SECOND;
        // A last message that lies ahead was written by a clock that has stepped back since.
        boolean early = limits.slowModeSeconds() > 0 && sender.lastTs() * 1_000 <= now && next > now;
        return early ? Refused.of(Quota.SLOW_MODE, next - now) : null;
    }

    private static SenderMark used(SenderLimits limits, SenderMark sender, long now) {
        if (!limits.any()) {
            return sender;
        }
        long bucket = limits.perSecond() > 0
                ? Bucket.plusOne(sender.bucket(), Bucket.SECOND / limits.perSecond(), now)
                : sender.bucket();
        return new SenderMark(Math.floorDiv(now, 1_000L), bucket);
    }

    private static Admission ofRoom(Tier tier, RoomTerms terms, RoomBuckets room, SenderMark sender, long now) {
        long critical = room.critical();
        if (tier == Tier.CRITICAL) {
            long interval = Bucket.SECOND / CRITICAL_PER_SECOND;
            long wait = Bucket.early(critical, interval, now);
            if (wait > 0) {
                return Refused.of(Quota.CRITICAL, wait);
            }
            critical = Bucket.plusOne(critical, interval, now);
        }
        var capped = new RoomBuckets(room.inbound(), room.low(), room.allowlist(), critical);
        return terms.inboundPerSecond() == 0 ? new Passed(capped, sender) : ofInbound(tier, terms, capped, sender, now);
    }

    private static Admission ofInbound(Tier tier, RoomTerms terms, RoomBuckets room, SenderMark sender, long now) {
        long interval = Bucket.SECOND / terms.inboundPerSecond();
        long half = 2 * interval;
        boolean low = tier == Tier.LOW;
        long wait = Bucket.early(room.inbound(), interval, now);
        long waitLow = low ? Bucket.early(room.low(), half, now) : 0;
        if (wait <= 0 && waitLow <= 0) {
            return new Passed(
                    new RoomBuckets(
                            Bucket.plusOne(room.inbound(), interval, now),
                            low ? Bucket.plusOne(room.low(), half, now) : room.low(),
                            room.allowlist(),
                            room.critical()),
                    sender);
        }
        if (terms.allowlisted() && Bucket.early(room.allowlist(), half, now) <= 0) {
            long allowlist = Bucket.plusOne(room.allowlist(), half, now);
            return new Passed(new RoomBuckets(room.inbound(), room.low(), allowlist, room.critical()), sender);
        }
        return waitLow > wait ? Refused.of(Quota.ROOM_LOW, waitLow) : Refused.of(Quota.ROOM, wait);
    }
}
