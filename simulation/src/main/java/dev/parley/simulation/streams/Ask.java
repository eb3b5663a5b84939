package dev.parley.simulation.streams;

import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import java.util.List;
import java.util.Map;

/// What a client asked a stream for.
///
/// @param multi asked for as a stream of several rooms, be it one
/// @param cursor by room, as it was written; rooms without one start fresh
/// @param malformed a cursor was sent that no server has written
/// @param rewind newest messages first; 0 = none
/// @param expiresAt virtual nanoseconds at which the credentials end
record Ask(
        List<RoomId> rooms,
        boolean multi,
        Map<RoomId, Position> cursor,
        boolean malformed,
        int rewind,
        TypeFilter types,
        boolean echo,
        long expiresAt) {

    /// Whether the client wants to see events like this one; the server's own cannot be left out.
    boolean wants(Event event) {
        return event.type().system() || types.passes(event.type());
    }
}
