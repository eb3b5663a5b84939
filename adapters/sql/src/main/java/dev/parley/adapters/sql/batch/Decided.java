package dev.parley.adapters.sql.batch;

import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.ContentHash;
import dev.parley.log.RoomSettings;
import dev.parley.log.SenderMark;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The answers of a batch, in its order, and what is to be written so that they are true.
///
/// @param messages rows of `message`
/// @param amended rows of `message` that change, also of those that are new
/// @param remembered rows of `dedupe` for changes without an event
/// @param ended rows of `ended_life`
/// @param rooms rooms whose rows change, each with what they are to become
/// @param senders rows of `sender` as they are to become
/// @param attributes rows of `attribute` and `attribute_room` as they are to become
/// @param people rows of `member` and `people` as they are to become
/// @param turns rooms that were created or destroyed, in the order in which that happened
public record Decided(
        List<Settled> results,
        List<NewMessage> messages,
        List<AmendedMessage> amended,
        List<Remembered> remembered,
        List<Ended> ended,
        Map<RoomId, RoomWrite> rooms,
        Map<RoomSender, SenderMark> senders,
        Map<RoomLife, AttributeWrite> attributes,
        HeldPeople people,
        List<RoomTurn> turns) {

    public record NewMessage(Event event, ContentHash hash) {}

    public record Remembered(Append item, long ts, long forgetAt) {}

    public record Ended(RoomLife life, long forgetAt) {}

    /// @param head null: the room is gone
    /// @param settings null: they stay as they are
    /// @param createdAt ms; counts only with another life than before
    public record RoomWrite(@Nullable Head head, @Nullable RoomSettings settings, long createdAt) {}

    /// How many items were committed for the first time; 0 means that there is nothing to write.
    public long appends() {
        return results.stream()
                .filter(result -> switch (result) {
                    case Appended appended -> !appended.duplicate();
                    case Applied applied -> !applied.duplicate();
                    default -> false;
                })
                .count();
    }
}
