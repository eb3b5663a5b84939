package dev.parley.simulation;

import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.log.NewEvent;
import dev.parley.usecase.Draft;
import org.jspecify.annotations.Nullable;

/// One message of a client, however often it is sent. Its data names writer and number, so that it is found in the log
/// whatever id it got.
final class Message {

    private static final EventType TEXT = new EventType("text");

    final String writer;
    /// A writer sends in this order.
    final int number;
    final RoomId room;
    /// Whether a frozen room takes it.
    final boolean exempt;
    final JsonText data;
    final long firstSent;
    /// The id it goes with; null until the server named one to a client who has none of its own.
    @Nullable
    ClientMessageId id;

    Message(
            String writer,
            int number,
            RoomId room,
            boolean exempt,
            JsonText data,
            @Nullable ClientMessageId id,
            long firstSent) {
        this.writer = writer;
        this.number = number;
        this.room = room;
        this.exempt = exempt;
        this.data = data;
        this.id = id;
        this.firstSent = firstSent;
    }

    static JsonText data(String writer, int number, boolean poison, int padding) {
        return JsonText.of((poison ? UnreliableRoomLog.POISON : "{\"text\"") + ":\"" + writer + " " + number
                + " ".repeat(padding) + "\"}");
    }

    Draft draft() {
        return new Draft(id, TEXT, low() ? Tier.LOW : null, 0, null, data);
    }

    NewEvent event() {
        return new NewEvent(TEXT, low() ? Tier.LOW : Tier.HIGH, 0, null, data);
    }

    /// Every third is of the tier that has half of a room's limit.
    private boolean low() {
        return number % 3 == 0;
    }

    @Override
    public String toString() {
        return writer + "#" + number + " in " + room;
    }
}
