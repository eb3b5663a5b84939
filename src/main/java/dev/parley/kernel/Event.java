package dev.parley.kernel;

import org.jspecify.annotations.Nullable;

/// One committed happening in a room.
///
/// @param clientMsgId the idempotency key it was appended with, also when the server made it
/// @param ts the store's clock at commit in ms since 1970; never falls within a room
/// @param ref the seq of an earlier event of the room it refers to
/// @param expiresAt ms by the store's clock from which on it is not delivered any more
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
        @Nullable Long expiresAt) {

    public long seq() {
        return position.seq();
    }

    public boolean expired(long storeNow) {
        return expiresAt != null && expiresAt <= storeNow;
    }
}
