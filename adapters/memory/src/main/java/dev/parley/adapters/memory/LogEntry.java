package dev.parley.adapters.memory;

import dev.parley.kernel.Amendment;
import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.NewEvent;
import org.jspecify.annotations.Nullable;

/// An event as the log keeps it: without its epoch, whose generation may rise later.
///
/// @param amendment null = the content is as it was committed
record LogEntry(
        long seq,
        long ts,
        Author author,
        ClientMessageId clientMsgId,
        NewEvent content,
        @Nullable Amendment amendment) {

    LogEntry(long seq, long ts, Author author, ClientMessageId clientMsgId, NewEvent content) {
        this(seq, ts, author, clientMsgId, content, null);
    }

    LogEntry amended(JsonText data, Amendment made) {
        var now = new NewEvent(content.type(), content.tier(), content.ttlMs(), content.ref(), data, content.key());
        return new LogEntry(seq, ts, author, clientMsgId, now, made);
    }

    Event event(RoomId room, Epoch epoch) {
        return new Event(
                room,
                new Position(epoch, seq),
                content.type(),
                content.tier(),
                author,
                clientMsgId,
                ts,
                content.data(),
                content.ref(),
                content.ttlMs() == 0 ? null : ts + content.ttlMs(),
                content.key(),
                amendment);
    }

    /// Whether it is a message that refers to this event.
    boolean answers(long ref) {
        return application() && content.ref() != null && content.ref() == ref;
    }

    boolean application() {
        return !content.type().system();
    }

    int dataBytes() {
        return content.data().length();
    }

    TryKey key() {
        return new TryKey(author.sender(), clientMsgId);
    }
}
