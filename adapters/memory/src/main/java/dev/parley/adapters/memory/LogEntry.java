package dev.parley.adapters.memory;

import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.NewEvent;

/// An event as the log keeps it: without its epoch, whose generation may rise later.
record LogEntry(long seq, long ts, Author author, ClientMessageId clientMsgId, NewEvent content) {

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
                content.key());
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
