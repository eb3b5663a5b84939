package dev.parley.usecase;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.MessageKey;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import org.jspecify.annotations.Nullable;

/// A message as a client hands it in.
///
/// @param clientMsgId null = the server makes one
/// @param type not a `room.` type
/// @param tier null = the type's own
/// @param ttlMs how long it is delivered; 0 = as long as its type says, otherwise for ever
/// @param ref the seq of a message it refers to
/// @param data compact, ≤ 16 KiB
/// @param sender in whose name it is published; null = the publisher's own
/// @param key what it is a value of; null = of its type
public record Draft(
        @Nullable ClientMessageId clientMsgId,
        EventType type,
        @Nullable Tier tier,
        long ttlMs,
        @Nullable Long ref,
        JsonText data,
        @Nullable UserId sender,
        @Nullable MessageKey key) {

    public Draft {
        if (type.system()) {
            throw new IllegalArgumentException("room. types are the server's own");
        }
        if (ttlMs < 0 || (ref != null && ref < 1)) {
            throw new IllegalArgumentException("ttlMs is not negative and ref is a seq");
        }
    }

    public Draft(
            @Nullable ClientMessageId clientMsgId,
            EventType type,
            @Nullable Tier tier,
            long ttlMs,
            @Nullable Long ref,
            JsonText data) {
        this(clientMsgId, type, tier, ttlMs, ref, data, null, null);
    }
}
