package dev.parley.log;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import java.time.Duration;

/// What became of one append.
public sealed interface AppendResult {

    /// Whether a node counts the item against the room's inbound limit: it is in the log for the first time, or the
    /// limit itself refused it. What a sender's own limit refuses takes nothing from the others.
    default boolean usesQuota() {
        return switch (this) {
            case Appended appended -> !appended.duplicate();
            case OverLimit over -> over.quota() != Quota.SENDER && over.quota() != Quota.SLOW_MODE;
            default -> false;
        };
    }

    /// What the store decided, under the room's lock. All but [Appended] and [Applied] left no trace and burnt no seq.
    sealed interface Settled extends AppendResult {}

    /// What a lane says when the store has not decided.
    sealed interface Unsettled extends AppendResult {}

    /// The event is in the log. A duplicate carries the first event; when that was trimmed already it is rebuilt from
    /// the repeat (its content is equal) with the first seq and time.
    record Appended(Event event, boolean duplicate) implements Settled {}

    /// A change without an event is committed.
    record Applied(Epoch epoch, boolean duplicate) implements Settled {}

    /// The sender has used this client message id for other content; that event has this seq (0: a change without one).
    record IdReused(long seq) implements Settled {}

    /// The room's rules or life moved since the append was decided: decide again.
    record RulesMoved() implements Settled {}

    /// The room exists already; only for a creation without an event.
    record RoomExists() implements Settled {}

    record NoSuchRoom() implements Settled {}

    /// A precondition on the settings' version failed.
    record VersionConflict(long version) implements Settled {}

    /// A limit of the room or of its sender.
    record OverLimit(Quota quota, Duration retryAfter) implements Settled {

        /// The room's inbound limit.
        public OverLimit(Duration retryAfter) {
            this(Quota.ROOM, retryAfter);
        }
    }

    /// The room's attributes do not change.
    record AttributesStand(AttributeRefusal why) implements Settled {}

    /// The message stays as it is.
    record MessageStands(MessageRefusal why) implements Settled {}

    /// The room's people stay as they are.
    record PeopleStand(PeopleRefusal why) implements Settled {}

    /// The store has reached a bound of its own that this item would exceed.
    record StoreFull() implements Settled {}

    /// Another writer holds the room (and the call was not to wait longer): nothing was tried. Stays between the store
    /// and the lane.
    record Held() implements Settled {}

    /// The lane's queue is full; nothing was tried.
    record Overloaded(Duration retryAfter) implements Unsettled {}

    /// The store did not answer in time and nothing can have been written.
    record StoreUnavailable() implements Unsettled {}

    /// It may be in the log: the deadline passed while a commit was under way, or the room's life that an earlier try
    /// may have reached is over. Trying again with this id tells.
    record OutcomeUnknown(ClientMessageId clientMsgId) implements Unsettled {}

    /// The store cannot take this item, whoever sends it; nothing was written.
    record Rejected() implements Unsettled {}

    /// The server is stopping and takes no more; nothing was tried.
    record Stopping() implements Unsettled {}
}
