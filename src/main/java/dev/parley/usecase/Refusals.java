package dev.parley.usecase;

import dev.parley.log.AppendResult;

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
}
