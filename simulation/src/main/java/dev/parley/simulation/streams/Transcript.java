package dev.parley.simulation.streams;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.usecase.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One connection of a client from the request to the end: what was written to it and what became of it; of a socket
/// also what the client had said by then.
final class Transcript {

    sealed interface Sight {
        /// Virtual nanoseconds.
        long at();
    }

    record Written(long at, Frame frame) implements Sight {}

    /// The client took something; so many bytes are still on their way.
    record Drained(long at, long left) implements Sight {}

    /// The connection takes nothing more for a while.
    record Blocked(long at) implements Sight {}

    /// The connection takes something again.
    record Freed(long at) implements Sight {}

    /// Something was written or said after the end.
    record Unheard(long at, String what) implements Sight {}

    /// The server has said its last; what waits is still sent.
    record Finished(long at) implements Sight {}

    /// The node heard something from the client, be it a pong.
    record Heard(long at) implements Sight {}

    /// A room was joined, and what the client was told of it.
    record Subscribed(long at, Ask ask, long askedAt, Frame.Room begin) implements Sight {

        RoomId room() {
            return ask.rooms().getFirst();
        }
    }

    /// A room was not joined.
    record Denied(long at, RoomId room, long askedAt, Refusal refusal) implements Sight {}

    record Unsubscribed(long at, RoomId room) implements Sight {}

    /// From now on other credentials count.
    ///
    /// @param rooms that they open
    /// @param expiresAt virtual nanoseconds
    record Renewed(long at, Set<RoomId> rooms, long expiresAt) implements Sight {}

    record Ended(long at, Ending how) implements Sight {}

    enum Ending {
        /// The client went away, or its node did.
        LOST,
        /// The server ended the stream after what it had written.
        ENDED,
        /// The server cut the connection.
        ABORTED,
        /// The request was refused before anything was written, for good.
        REFUSED,
        /// It was still open when the run was over.
        OPEN
    }

    private final String name;
    private final Ask ask;
    private final long askedAt;
    private final boolean socket;
    private final List<Sight> sights = new ArrayList<>();
    private final Map<RoomId, TypeFilter> rooms = new LinkedHashMap<>();

    Transcript(String name, Ask ask, long askedAt) {
        this(name, ask, askedAt, false);
    }

    private Transcript(String name, Ask ask, long askedAt, boolean socket) {
        this.name = name;
        this.ask = ask;
        this.askedAt = askedAt;
        this.socket = socket;
        ask.rooms().forEach(room -> rooms.put(room, ask.types()));
    }

    /// Of a connection whose rooms come and go.
    static Transcript ofSocket(String name, long askedAt, long expiresAt) {
        return new Transcript(
                name, new Ask(List.of(), true, Map.of(), false, 0, TypeFilter.ALL, true, expiresAt), askedAt, true);
    }

    Ask ask() {
        return ask;
    }

    long askedAt() {
        return askedAt;
    }

    boolean socket() {
        return socket;
    }

    /// Those of the connection by now.
    Set<RoomId> rooms() {
        return rooms.keySet();
    }

    /// What is wanted of a room.
    TypeFilter types(RoomId room) {
        return rooms.getOrDefault(room, TypeFilter.ALL);
    }

    void add(Sight sight) {
        sights.add(sight);
        switch (sight) {
            case Subscribed subscribed ->
                rooms.put(subscribed.room(), subscribed.ask().types());
            case Unsubscribed unsubscribed -> rooms.remove(unsubscribed.room());
            case Written written
            when socket && written.frame() instanceof Frame.Closed closed -> rooms.remove(closed.room());
            default -> {}
        }
    }

    List<Sight> sights() {
        return sights;
    }

    @Override
    public String toString() {
        return name;
    }
}
