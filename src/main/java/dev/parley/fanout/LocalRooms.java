package dev.parley.fanout;

import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// The rooms that are read through this node: what a fanout has to hear of, and whom it tells. Everything told is a
/// hint; the log decides. Any thread; nothing here blocks.
public interface LocalRooms {

    /// All of them, as of now.
    Collection<RoomId> rooms();

    boolean reads(RoomId room);

    /// Another node committed these.
    ///
    /// @param events in seq order, of one room
    /// @param publishers the sessions that published some of them
    void heard(RoomId room, List<Event> events, Map<Position, SessionId> publishers);

    /// Another node knows this position of the room's log.
    void heardOf(RoomId room, Position position);

    /// Something of these rooms may have been lost.
    void check(Collection<RoomId> rooms);
}
