package dev.parley.usecase;

import dev.parley.kernel.AttributeKey;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.JsonText;
import dev.parley.log.AttributeCondition;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A change of a room's attributes as a client hands it in: at most [AttributeBook#MAX_CHANGED] keys, whose values have
/// at most [AttributeBook#MAX_VALUE] bytes each and [AttributeBook#MAX_CHANGE] together.
///
/// @param removed none of the keys of `set`
/// @param autoDelete whether what is set goes when whoever sets it has left the room
/// @param ttlMs how long what is set is held; 0 = until it is removed
/// @param force whether it may change what belongs to others
/// @param condition on each of the keys
/// @param clientMsgId null = the server makes one
public record AttributePatch(
        SortedMap<AttributeKey, JsonText> set,
        SortedSet<AttributeKey> removed,
        boolean autoDelete,
        long ttlMs,
        boolean force,
        AttributeCondition condition,
        @Nullable ClientMessageId clientMsgId) {

    /// Sets one key.
    public static AttributePatch ofSetting(
            AttributeKey key,
            JsonText value,
            boolean autoDelete,
            long ttlMs,
            boolean force,
            AttributeCondition condition,
            @Nullable ClientMessageId clientMsgId) {
        var set = new TreeMap<AttributeKey, JsonText>();
        set.put(key, value);
        return new AttributePatch(set, new TreeSet<>(), autoDelete, ttlMs, force, condition, clientMsgId);
    }

    /// Removes one key.
    public static AttributePatch ofRemoval(
            AttributeKey key, boolean force, AttributeCondition condition, @Nullable ClientMessageId clientMsgId) {
        var removed = new TreeSet<AttributeKey>();
        removed.add(key);
        return new AttributePatch(new TreeMap<>(), removed, false, 0, force, condition, clientMsgId);
    }
}
