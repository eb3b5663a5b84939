package dev.parley.usecase;

import dev.parley.log.Admission;
import dev.parley.log.AppendResult;
import dev.parley.log.RoomTerms;

/// What a caller hears when the store has not decided.
final class Refusals {

    private Refusals() {}

    static Refusal of(AppendResult.Unsettled result) {
        return switch (result) {
            case AppendResult.Overloaded(var retryAfter) -> new Refusal.Overloaded(retryAfter);
            case AppendResult.StoreUnavailable _ -> new Refusal.StoreUnavailable(Rooms.RETRY_AFTER);
            case AppendResult.OutcomeUnknown(var id) -> new Refusal.OutcomeUnknown(id);
            case AppendResult.Rejected _ -> new Refusal.ContentRejected();
            case AppendResult.Stopping _ -> new Refusal.Stopping();
        };
    }

    /// @param terms under which it was refused
    static Refusal of(AppendResult.OverLimit over, RoomTerms terms) {
        return switch (over.quota()) {
            case ROOM -> new Refusal.OverQuota(over.quota(), terms.inboundPerSecond(), 1, over.retryAfter());
            case ROOM_LOW -> new Refusal.OverQuota(over.quota(), terms.inboundPerSecond(), 2, over.retryAfter());
            case CRITICAL -> new Refusal.OverQuota(over.quota(), Admission.CRITICAL_PER_SECOND, 1, over.retryAfter());
            case SENDER -> new Refusal.OverQuota(over.quota(), terms.senders().perSecond(), 1, over.retryAfter());
            case SLOW_MODE ->
                new Refusal.OverQuota(over.quota(), 1, terms.senders().slowModeSeconds(), over.retryAfter());
        };
    }
}
