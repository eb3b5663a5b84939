package dev.parley.adapters.web.problem;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.log.MessageTypes;
import dev.parley.usecase.Refusal;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Gives every refusal of a use case its problem.
public final class RefusalProblems {

    /// A load balancer takes a stopping server out within a few seconds.
    private static final Duration STOPPING = Duration.ofSeconds(2);

    /// What there is to do when no message was sent.
    private static final String REPEAT = "The request may have been carried out. Make it again; if it had a condition"
            + " (If-Match, If-None-Match), read the room first, for a change that was made moved its version.";

    private RefusalProblems() {}

    public static Problem of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.Forbidden(var rule) ->
                Problem.of(ProblemCode.FORBIDDEN).because(rule.wire());
            case Refusal.TierNotAllowed _ -> Problem.of(ProblemCode.TIER_NOT_ALLOWED);
            case Refusal.SenderNotAllowed _ -> Problem.of(ProblemCode.SENDER_NOT_ALLOWED);
            case Refusal.RoomNotFound _ -> Problem.of(ProblemCode.ROOM_NOT_FOUND);
            case Refusal.MessageNotFound _ -> Problem.of(ProblemCode.MESSAGE_NOT_FOUND);
            case Refusal.MessageExpired _ -> Problem.of(ProblemCode.MESSAGE_EXPIRED);
            case Refusal.MessageDeleted _ -> Problem.of(ProblemCode.MESSAGE_DELETED);
            case Refusal.MessageOfAnother _ -> Problem.of(ProblemCode.MESSAGE_OF_ANOTHER);
            case Refusal.EditTooLate(var editSeconds) ->
                Problem.of(ProblemCode.EDIT_TOO_LATE).with("editSeconds", editSeconds);
            case Refusal.MessageConflict(var version) ->
                Problem.of(ProblemCode.MESSAGE_CONFLICT).with("version", version);
            case Refusal.IdReused(var seq) ->
                Problem.of(ProblemCode.IDEMPOTENCY_MISMATCH).with("seq", seq);
            case Refusal.KindFixed _ -> Problem.of(ProblemCode.KIND_FIXED);
            case Refusal.TooManyTypes _ ->
                Problem.of(ProblemCode.INVALID_BODY, "a room has at most " + MessageTypes.MAX + " types");
            case Refusal.VersionConflict(var version) ->
                Problem.of(ProblemCode.VERSION_CONFLICT).with("version", version);
            case Refusal.OverQuota over -> overQuota(over);
            case Refusal.AllowlistFull _ -> Problem.of(ProblemCode.ALLOWLIST_FULL);
            case Refusal.MemberNotFound _ -> Problem.of(ProblemCode.MEMBER_NOT_FOUND);
            case Refusal.LastOwner _ -> Problem.of(ProblemCode.LAST_OWNER);
            case Refusal.MembersFull(var most) ->
                Problem.of(ProblemCode.MEMBERS_FULL).with("most", most);
            case Refusal.AttributeNotFound _ -> Problem.of(ProblemCode.ATTRIBUTE_NOT_FOUND);
            case Refusal.AttributeConflict(var key, var seq) ->
                Problem.of(ProblemCode.ATTRIBUTE_CONFLICT)
                        .with("key", key.value())
                        .with("seq", seq);
            case Refusal.AttributeOfAnother(var key) ->
                Problem.of(ProblemCode.ATTRIBUTE_OF_ANOTHER).with("key", key.value());
            case Refusal.AttributesFull _ -> Problem.of(ProblemCode.ATTRIBUTES_FULL);
            case Refusal.TooManyAttributeChanges(var wait) ->
                Problem.of(ProblemCode.ATTRIBUTE_QUOTA).retryAfter(wait);
            case Refusal.TooManySignals(var whose, var wait) ->
                Problem.of(ProblemCode.SIGNAL_QUOTA)
                        .because(whose.name().toLowerCase(Locale.ROOT))
                        .retryAfter(wait);
            case Refusal.CursorExpired(var epoch, var first, var head) ->
                cursor(ProblemCode.CURSOR_EXPIRED, epoch, first, head);
            case Refusal.CursorAhead(var epoch, var first, var head) ->
                cursor(ProblemCode.CURSOR_AHEAD, epoch, first, head);
            case Refusal.EpochChanged(var epoch, var first, var head) ->
                cursor(ProblemCode.EPOCH_CHANGED, epoch, first, head);
            case Refusal.LifecycleExpired(var first, var head) -> position(ProblemCode.CURSOR_EXPIRED, first, head);
            case Refusal.LifecycleAhead(var first, var head) -> position(ProblemCode.CURSOR_AHEAD, first, head);
            case Refusal.PresenceOff _ -> Problem.of(ProblemCode.PRESENCE_OFF);
            case Refusal.PresenceUnavailable(var wait) ->
                Problem.of(ProblemCode.PRESENCE_UNAVAILABLE).retryAfter(wait);
            case Refusal.TooManyRooms _ -> Problem.of(ProblemCode.TOO_MANY_ROOMS);
            case Refusal.Overloaded(var wait) ->
                Problem.of(ProblemCode.OVERLOADED).retryAfter(wait);
            case Refusal.StoreUnavailable(var wait) ->
                Problem.of(ProblemCode.STORE_UNAVAILABLE).retryAfter(wait);
            case Refusal.OutcomeUnknown(var id) -> outcomeUnknown(id);
            case Refusal.ContentRejected _ -> Problem.of(ProblemCode.CONTENT_REJECTED);
            case Refusal.Stopping _ -> Problem.of(ProblemCode.STOPPING).retryAfter(STOPPING);
            case Refusal.InternalFault _ -> Problem.of(ProblemCode.INTERNAL);
        };
    }

    private static Problem cursor(ProblemCode code, Epoch epoch, long first, long head) {
        return Problem.of(code).with("first", first).with("head", head).with("epoch", epoch.text());
    }

    private static Problem position(ProblemCode code, long first, long head) {
        return Problem.of(code).with("first", first).with("head", head);
    }

    private static Problem outcomeUnknown(@Nullable ClientMessageId id) {
        Problem problem = id == null
                ? Problem.of(ProblemCode.OUTCOME_UNKNOWN, REPEAT)
                : Problem.of(ProblemCode.OUTCOME_UNKNOWN).with("clientMsgId", id.value());
        return problem.retryAfter(Duration.ofSeconds(1));
    }

    private static Problem overQuota(Refusal.OverQuota over) {
        ProblemCode code = switch (over.quota()) {
            case ROOM, ROOM_LOW, CRITICAL -> ProblemCode.ROOM_QUOTA;
            case SENDER -> ProblemCode.SENDER_QUOTA;
            case SLOW_MODE -> ProblemCode.SLOW_MODE;
        };
        String name = "\"" + over.quota().wire() + "\"";
        return Problem.of(code)
                .because(over.quota().wire())
                .retryAfter(over.retryAfter())
                .header("RateLimit-Policy", name + ";q=" + over.amount() + ";w=" + over.windowSeconds())
                .header("RateLimit", name + ";r=0;t=" + Problem.seconds(over.retryAfter()));
    }
}
