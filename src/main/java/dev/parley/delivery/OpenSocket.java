package dev.parley.delivery;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An open stream whose rooms come and go while it is open. Called on its lane only.
public interface OpenSocket extends OpenStream {

    int MAX_ROOMS = StreamRequest.MAX_ROOMS;

    /// How joining a room ended.
    sealed interface Joining {}

    /// Before anything of the room is written.
    record Joined(Notice.RoomStart start) implements Joining {}

    /// The room does not exist any more.
    record NotThere() implements Joining {}

    /// A bound of this node.
    record NoPlace() implements Joining {}

    /// It has [#MAX_ROOMS] already.
    record TooManyRooms() implements Joining {}

    /// The log could not be read in time.
    record NotReadable() implements Joining {}

    /// The socket has ended meanwhile.
    record Ended() implements Joining {}

    /// The client said something.
    void heard();

    /// Whether what the client says is read from now on. While it is not, its silence says nothing.
    void listening(boolean reads);

    /// The adapter wrote so many bytes of its own to the connection.
    void beside(int bytes);

    /// Delivers a room from now on; one that it delivers already begins anew.
    ///
    /// One at a time: the next follows the answer.
    ///
    /// @param room as the reader was allowed to read it just now
    /// @param pulls whether only is told that there is news, and the client pulls it
    /// @param answer on the lane
    void join(
            RoomState room,
            StreamStart start,
            TypeFilter types,
            Signals signals,
            boolean pulls,
            Consumer<Joining> answer);

    /// With its events.
    default void join(RoomState room, StreamStart start, TypeFilter types, Signals signals, Consumer<Joining> answer) {
        join(room, start, types, signals, false, answer);
    }

    /// Without signals.
    default void join(RoomState room, StreamStart start, TypeFilter types, Consumer<Joining> answer) {
        join(room, start, types, Signals.NONE, answer);
    }

    /// @return whether the room was delivered
    boolean leave(RoomId room);

    /// The same user has shown new credentials.
    ///
    /// @param validFor null = no end
    void renew(Reader reader, @Nullable Duration validFor);
}
