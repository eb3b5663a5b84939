package dev.parley.kernel;

import org.jspecify.annotations.Nullable;

/// One committed happening in a room.
///
/// @param clientMsgId the idempotency key it was appended with, also when the server made it
/// @param ts the store's clock at commit in ms since 1970; never falls within a room
/// @param ref the seq of an earlier event of the room it refers to
/// @param expiresAt ms by the store's clock from which on it is not delivered any more
/// @param key what it is a value of; null = of its type
/// @param amendment whose result the data is; null = the data is as it was committed
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
        @Nullable MessageKey key,
        @Nullable Amendment amendment) {

    /// One as it was committed.
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
            @Nullable Long expiresAt,
            @Nullable MessageKey key) {
        this(room, position, type, tier, author, clientMsgId, ts, data, ref, expiresAt, key, null);
    }

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

    /// The same as an amendment has left it.
    public Event amended(JsonText newData, Amendment made) {
        return new Event(room, position, type, tier, author, clientMsgId, ts, newData, ref, expiresAt, key, made);
    }

    /// The seq of the event that made it what it is: its own, or that of its newest amendment.
    public long version() {
        return amendment == null ? seq() : amendment.seq();
    }

    public boolean deleted() {
        return amendment != null && amendment.deleted();
    }

    /// The seq of the message whose new form it tells of; 0 = it tells of none.
    public long amends() {
        return ref != null && type.amending() ? ref : 0;
    }

    /// What it is a value of: a newer event of the same replaces it.
    public String valueOf() {
        return key == null ? type.value() : key.value();
    }

    public boolean expired(long storeNow) {
        return expiresAt != null && expiresAt <= storeNow;
    }
}
