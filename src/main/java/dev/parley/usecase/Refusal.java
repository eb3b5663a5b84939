package dev.parley.usecase;

import dev.parley.access.Decision;
import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.log.Quota;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Everything a use case says instead of a result. The wire gives each its code and status.
public sealed interface Refusal {

    /// Refused by this rule; also for a room that does not exist and that the principal may not know about.
    record Forbidden(Decision.Rule rule) implements Refusal {}

    /// A sender asked for a higher tier than the type has, without being allowed to.
    record TierNotAllowed() implements Refusal {}

    /// Somebody without an API key named another sender.
    record SenderNotAllowed() implements Refusal {}

    record RoomNotFound() implements Refusal {}

    record MessageNotFound() implements Refusal {}

    /// The message was there, its time to live is over.
    record MessageExpired() implements Refusal {}

    /// The message was deleted.
    record MessageDeleted() implements Refusal {}

    /// The message was sent by somebody else.
    record MessageOfAnother() implements Refusal {}

    /// The message is older than its sender may change it.
    ///
    /// @param editSeconds of the room
    record EditTooLate(int editSeconds) implements Refusal {}

    /// `If-Match` named another version than the message has.
    record MessageConflict(long version) implements Refusal {}

    /// The client message id was used for other content, by the same sender in this room; that event has this
    /// seq.
    record IdReused(long seq) implements Refusal {}

    /// The kind is fixed at creation.
    record KindFixed() implements Refusal {}

    /// The room would have more than [dev.parley.log.MessageTypes#MAX] types.
    record TooManyTypes() implements Refusal {}

    /// `If-Match` named another version than the room has.
    record VersionConflict(long version) implements Refusal {}

    /// A limit of the room or of the sender in it.
    ///
    /// @param amount messages that it allows in a window
    record OverQuota(Quota quota, int amount, int windowSeconds, Duration retryAfter) implements Refusal {}

    /// The allowlist has [dev.parley.log.Allowlist#MAX] users.
    record AllowlistFull() implements Refusal {}

    /// He is no member of the room.
    record MemberNotFound() implements Refusal {}

    /// The room's only owner cannot leave it or have another role.
    record LastOwner() implements Refusal {}

    /// The room has [dev.parley.log.PeopleCounts#MAX_MEMBERS], or [dev.parley.log.PeopleCounts#MAX_STAFF] of them have
    /// a role above that of a member.
    record MembersFull(long most) implements Refusal {}

    /// The room holds nothing under this key.
    record AttributeNotFound() implements Refusal {}

    /// The attribute is not as the request demands it.
    ///
    /// @param seq since when it is held; 0 = it is not
    record AttributeConflict(AttributeKey key, long seq) implements Refusal {}

    /// The attribute belongs to somebody else.
    record AttributeOfAnother(AttributeKey key) implements Refusal {}

    /// The room holds [dev.parley.log.AttributeBook#MAX_HELD] attributes.
    record AttributesFull() implements Refusal {}

    /// The room's attributes change more often than [dev.parley.log.AttributeBook#PER_SECOND].
    record TooManyAttributeChanges(Duration retryAfter) implements Refusal {}

    /// More signals than are taken.
    record TooManySignals(Whose whose, Duration retryAfter) implements Refusal {

        public enum Whose {
            /// Of this sender.
            SENDER,
            /// To this room, or this user.
            TARGET
        }
    }

    /// What follows the cursor is not kept any more.
    record CursorExpired(Epoch epoch, long first, long head) implements Refusal {}

    record CursorAhead(Epoch epoch, long first, long head) implements Refusal {}

    record EpochChanged(Epoch epoch, long first, long head) implements Refusal {}

    /// What follows this position of the lifecycle log is not kept any more.
    record LifecycleExpired(long first, long head) implements Refusal {}

    record LifecycleAhead(long first, long head) implements Refusal {}

    /// The room tells nobody who is in it.
    record PresenceOff() implements Refusal {}

    /// The registry of sessions is away.
    record PresenceUnavailable(Duration retryAfter) implements Refusal {}

    /// A connection delivers so many rooms at most.
    record TooManyRooms(int most) implements Refusal {}

    /// Queues are full; nothing was tried.
    record Overloaded(Duration retryAfter) implements Refusal {}

    /// The store is away; nothing was written.
    record StoreUnavailable(Duration retryAfter) implements Refusal {}

    /// It may be in the log.
    ///
    /// @param clientMsgId with it the same message again tells; null for a request about a room, which is
    ///     made again
    record OutcomeUnknown(@Nullable ClientMessageId clientMsgId) implements Refusal {}

    /// The store cannot take this content; nothing was written.
    record ContentRejected() implements Refusal {}

    /// The server is stopping; nothing was tried.
    record Stopping() implements Refusal {}

    /// A fault of the server's own, logged with its cause.
    record InternalFault() implements Refusal {}
}
