package dev.parley.usecase;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;

/// Finds one event in the log, as it stands.
final class OneMessage {

    private OneMessage() {}

    /// May block.
    static Answer<Event> find(RoomLog log, RoomId room, Epoch epoch, long seq) {
        if (seq < 1) {
            return Answer.refused(new Refusal.MessageNotFound());
        }
        return switch (log.page(room, new PageRequest.After(new Position(epoch, seq - 1)), 1)) {
            case LogPage.Rows rows when rows.events().isEmpty() -> Answer.refused(new Refusal.MessageNotFound());
            case LogPage.Rows rows
            when rows.events().getFirst().expired(rows.storeNow()) -> Answer.refused(new Refusal.MessageExpired());
            case LogPage.Rows rows -> Answer.ok(rows.events().getFirst());
            case LogPage.NoSuchRoom _ -> Answer.refused(new Refusal.RoomNotFound());
            case LogPage.Trimmed _, LogPage.Ahead _, LogPage.OtherEpoch _ ->
                Answer.refused(new Refusal.MessageNotFound());
        };
    }
}
