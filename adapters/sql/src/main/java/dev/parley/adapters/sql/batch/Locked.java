package dev.parley.adapters.sql.batch;

import dev.parley.kernel.RoomId;
import dev.parley.log.AttributeBook;
import dev.parley.log.MessageMark;
import dev.parley.log.SenderMark;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a transaction read under its locks.
///
/// @param heads of the batch's rooms that exist
/// @param held rooms of the batch that another writer holds
/// @param tries for each item of the batch the first try in the life its terms name, or null; asked only of
///     items whose room exists in that life
/// @param senders what is remembered of the batch's senders that are limited
/// @param attributes what changes of attributes are decided by, of the rooms of the batch that have such changes
/// @param messages what changes of messages are decided by; those of the batch itself are not among them
/// @param people what changes of people are decided by
/// @param ended those lives the batch wants to create that were destroyed already
public record Locked(
        Moment now,
        Map<RoomId, Head> heads,
        Set<RoomId> held,
        List<@Nullable FirstTry> tries,
        Map<RoomSender, SenderMark> senders,
        Map<RoomLife, AttributeBook> attributes,
        Map<MessageRef, MessageMark> messages,
        HeldPeople people,
        Set<RoomLife> ended) {}
