package dev.parley.log;

import dev.parley.kernel.Author;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/// One item for a room's log: an event, a state change, or both; both are committed together or not at all.
///
/// @param clientMsgId finds repeats within (room, life, sender)
/// @param session the stream that asks for it, told to the commit listener and not stored; null = none
public record Append(
        RoomId room,
        Author author,
        ClientMessageId clientMsgId,
        ContentHash hash,
        @Nullable NewEvent event,
        @Nullable StateChange change,
        RoomTerms terms,
        @Nullable SessionId session) {

    /// What an item costs beside its data: ids, names, bookkeeping. Only bounds are computed from it.
    private static final int OVERHEAD = 256;

    public Append {
        if (event == null && change == null) {
            throw new IllegalArgumentException("an append carries an event, a change, or both");
        }
        if (change instanceof StateChange.ChangeAttributes && event == null) {
            throw new IllegalArgumentException("a change of attributes has an event");
        }
        if (change instanceof StateChange.AmendMessage amend && (event == null || event.amendsOtherThan(amend.seq()))) {
            throw new IllegalArgumentException("the event of a changed message refers to it");
        }
        if (change instanceof StateChange.CreateRoom create && !create.life().equals(terms.life())) {
            throw new IllegalArgumentException("a creation is decided under the life it proposes");
        }
    }

    /// An append that no stream asks for.
    public Append(
            RoomId room,
            Author author,
            ClientMessageId clientMsgId,
            ContentHash hash,
            @Nullable NewEvent event,
            @Nullable StateChange change,
            RoomTerms terms) {
        this(room, author, clientMsgId, hash, event, change, terms, null);
    }

    public static Append ofEvent(
            RoomId room, Author author, ClientMessageId id, ContentHash hash, NewEvent event, RoomTerms terms) {
        return new Append(room, author, id, hash, event, null, terms);
    }

    /// A creation, and nothing else.
    public static Append ofCreation(RoomId room, Author author, ClientMessageId id, StateChange.CreateRoom creation) {
        return new Append(room, author, id, new ContentHash(0), null, creation, creation.terms());
    }

    /// A change with the event that tells of it.
    public static Append ofChange(
            RoomId room, Author author, ClientMessageId id, NewEvent event, StateChange change, RoomTerms terms) {
        var hash = ContentHash.ofChange(event.type().value(), event.data());
        return new Append(room, author, id, hash, event, change, terms);
    }

    public Append withTerms(RoomTerms newTerms) {
        return new Append(room, author, clientMsgId, hash, event, change, newTerms, session);
    }

    /// Whether a node may count it against the room's inbound limit by itself: it cannot be the retry of a
    /// message that is in the log already, since its id was made for it. Those of clients can, and only the
    /// store knows.
    boolean limited() {
        return event != null && terms.inboundPerSecond() > 0 && clientMsgId.serverMade();
    }

    /// Bytes this item is charged with while it waits.
    public int weight() {
        int ofChange =
                change instanceof StateChange.EditMessage edit ? edit.data().length() : 0;
        return OVERHEAD + ofChange + (event == null ? 0 : event.data().length());
    }
}
