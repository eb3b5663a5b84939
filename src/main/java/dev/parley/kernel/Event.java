package dev.parley.kernel;

import org.jspecify.annotations.Nullable;

/// One committed happening in a room.
///
/// @param clientMsgId the idempotency key it was appended with, also when the server made it
/// @param ts the store's clock at commit in ms since 1970; never falls within a room
/// @param ref the seq of an earlier event of the room it refers to
/// @param expiresAt ms by the store's clock from which on it is not delivered any more
/// @param key what it is a value of; null = of its type
public record Event(
        RoomId room,
        Position position,
        EventType type,
        Tier tier,
        Author author,
        ClientMessageId clientMsgId,
        long ts,
        JsonText data,
        @Nullable Long ref,
        @Nullable Long expiresAt,
        @Nullable MessageKey key) {

    /// One without a key.
    public Event(
            RoomId room,
            Position position,
            EventType type,
            Tier tier,
            Author author,
            ClientMessageId clientMsgId,
            long ts,
            JsonText data,
            @Nullable Long ref,
            @Nullable Long expiresAt) {
        this(room, position, type, tier, author, clientMsgId, ts, data, ref, expiresAt, null);
    }

    public long seq() {
        return position.seq();
    }

    /// What it is a value of: a newer event of the same replaces it.
    public String valueOf() {
        return key == null ? type.value() : key.value();
    }

    public boolean expired(long storeNow) {
        return expiresAt != null && expiresAt <= storeNow;
    }
}
