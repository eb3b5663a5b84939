package dev.parley.log;

import dev.parley.kernel.Sender;
import dev.parley.log.StateChange.AmendMessage;
import org.jspecify.annotations.Nullable;

/// Whether a message may be given another form: what a store asks under the room's lock, for new changes only. Pure;
/// every store decides by it, so that all decide alike.
public final class MessageRuling {

    private MessageRuling() {}

    /// Whether an item refers to an event that is not in the log yet.
    ///
    /// @param head of the room
    public static boolean refersAhead(Append item, long head) {
        return item.event() != null
                && item.event().ref() != null
                && item.event().ref() > head;
    }

    /// @param message null = the room's log does not hold it
    /// @param by the change's author
    /// @param now ms of the store's clock
    /// @return null = it may
    public static @Nullable MessageRefusal refusal(
            AmendMessage change, @Nullable MessageMark message, Sender by, long now) {
        if (message == null || message.system()) {
            return new MessageRefusal.NotFound();
        }
        if (message.expiresAt() != null && message.expiresAt() <= now) {
            return new MessageRefusal.Expired();
        }
        if (!change.terms().any() && !message.sender().equals(by)) {
            return new MessageRefusal.OfAnother();
        }
        if (message.deleted()) {
            return new MessageRefusal.Deleted();
        }
        if (!change.terms().any() && now - message.ts() >= change.terms().ownForMs()) {
            return new MessageRefusal.TooLate();
        }
        return change.terms().expect(message.version()) ? null : new MessageRefusal.Conflict(message.version());
    }
}
