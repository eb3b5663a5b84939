package dev.parley.fanout;

import dev.parley.kernel.RoomId;
import java.util.function.Consumer;

/// Has this node hear of what other nodes commit in the rooms that are read here. Any thread; nothing here blocks.
public interface Fanout {

    /// Of a node that is alone: there is nobody to hear of.
    Fanout LOCAL = new Fanout() {
        @Override
        public void start(LocalRooms rooms) {}

        @Override
        public void join(RoomId room, Consumer<Boolean> ready) {
            ready.accept(true);
        }

        @Override
        public void left(RoomId room) {}

        @Override
        public boolean hearing() {
            return true;
        }
    };

    /// Begins; call once.
    void start(LocalRooms rooms);

    /// A room is among [LocalRooms] from now on.
    ///
    /// @param ready called once, within about 2 s: true when whatever is committed from now on is told unless
    ///     something fails; false when that is not certain, and then the room is checked once it is
    void join(RoomId room, Consumer<Boolean> ready);

    /// A room is not among [LocalRooms] any more, unless it came back meanwhile.
    void left(RoomId room);

    /// Whether everything is told as far as this node knows.
    boolean hearing();
}
