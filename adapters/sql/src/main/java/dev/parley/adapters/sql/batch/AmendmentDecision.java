package dev.parley.adapters.sql.batch;

import dev.parley.adapters.sql.batch.Decided.NewMessage;
import dev.parley.kernel.Amendment;
import dev.parley.kernel.Sender;
import dev.parley.log.MessageMark;
import dev.parley.log.MessageRefusal;
import dev.parley.log.MessageRuling;
import dev.parley.log.StateChange.AmendMessage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a batch makes of messages that are in the log, be it since this batch.
final class AmendmentDecision {

    private final Map<MessageRef, MessageMark> marks;
    private final List<NewMessage> messages;
    private final Map<MessageRef, AmendedMessage> amended = new LinkedHashMap<>();

    /// @param messages of this batch, as far as it is decided
    AmendmentDecision(Map<MessageRef, MessageMark> stored, List<NewMessage> messages) {
        this.marks = new HashMap<>(stored);
        this.messages = messages;
    }

    @Nullable
    MessageRefusal refusal(RoomLife life, AmendMessage change, Sender by, long now) {
        return MessageRuling.refusal(change, mark(new MessageRef(life, change.seq())), by, now);
    }

    private @Nullable MessageMark mark(MessageRef message) {
        var known = marks.get(message);
        return known != null
                ? known
                : messages.stream()
                        .map(NewMessage::event)
                        .filter(event -> event.seq() == message.seq()
                                && event.room().equals(message.life().room())
                                && event.position()
                                        .epoch()
                                        .life()
                                        .equals(message.life().life()))
                        .findAny()
                        .map(MessageMark::of)
                        .orElse(null);
    }

    /// @param made its event is the batch's newest
    void apply(RoomLife life, AmendMessage change, Amendment made) {
        var message = new MessageRef(life, change.seq());
        var before = mark(message);
        if (before != null) {
            marks.put(message, before.amended(made.seq(), made.deleted()));
            amended.put(message, new AmendedMessage(message, change.data(), made));
        }
    }

    List<AmendedMessage> writes() {
        return List.copyOf(amended.values());
    }
}
