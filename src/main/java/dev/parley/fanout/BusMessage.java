package dev.parley.fanout;

import dev.parley.kernel.Event;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Signal;
import dev.parley.presence.Place;
import java.util.List;
import java.util.Map;

/// What travels between nodes, as [MessageWriter] writes and [MessageReader] reads it: a byte that names the format's
/// version, a byte for the kind, the node it comes from, and what the kind says. Texts are led by their length in a
/// byte, numbers are big-endian.
sealed interface BusMessage {

    /// Raised only when a reader of the one before would misunderstand; whoever does not know a version looks into the
    /// log instead.
    byte VERSION = 1;
    /// Of messages in which some event has a key; the others are written as before, so that a fleet in
    /// which nobody uses keys does not notice that it is being upgraded.
    byte VERSION_WITH_KEYS = 2;

    byte NEWS = 1;
    byte CHIRP = 2;

    /// From this kind on a message says what may be lost: whoever does not know the kind passes over it.
    byte PASSING = 64;

    byte SIGNALS = PASSING;
    byte TAKEN = PASSING + 1;

    /// What was committed, room by room.
    record News(NodeId origin, List<Item> items) implements BusMessage {}

    /// The message with which a node finds out whether it hears itself.
    record Chirp(NodeId origin, long number) implements BusMessage {}

    /// What is told beside the log.
    record Signals(NodeId origin, List<Told> told) implements BusMessage {}

    byte TO_ROOM = 1;
    byte TO_USER = 2;

    /// Signals to one target.
    record Told(Signal.Target to, List<Signal> signals) {}

    /// Of a kind that is not known, and says nothing that must not be lost.
    record PassedOver() implements BusMessage {}

    /// Sessions that the node it is sent to held until now, and the node it comes from holds since.
    record Taken(NodeId origin, List<Place> places) implements BusMessage {}

    /// Of another version, or garbage.
    record Unreadable(String reason) implements BusMessage {}

    byte EVENTS = 1;
    byte HEAD = 2;

    /// What the news say of one room; led by its kind and its length, so that it can be left out unread.
    sealed interface Item {}

    /// @param events in seq order, of one epoch
    record Events(RoomId room, List<Event> events, Map<Position, SessionId> publishers) implements Item {}

    /// The room's log has this position: its head as the publisher repeats it, or an event too long to travel.
    record Head(RoomId room, Position at) implements Item {}

    /// Events of a room that nobody asked for.
    record Irrelevant(int events) implements Item {}

    byte HAS_NAME = 1;
    byte HAS_REF = 2;
    byte HAS_EXPIRY = 4;
    byte HAS_SESSION = 8;
    byte HAS_KEY = 16;
}
