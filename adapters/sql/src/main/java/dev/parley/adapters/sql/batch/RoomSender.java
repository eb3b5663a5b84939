package dev.parley.adapters.sql.batch;

import dev.parley.kernel.Sender;
import dev.parley.log.Append;

/// A sender in one life of one room: the key of a row of `sender`.
public record RoomSender(RoomLife life, Sender sender) {

    public static RoomSender of(Append item) {
        return new RoomSender(
                new RoomLife(item.room(), item.terms().life()), item.author().sender());
    }
}
