package dev.parley.delivery;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.TypeFilter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A stream as a client asks for it.
///
/// @param rooms 1–100, each once, in the order of its cursor; for several of them [StreamStart#cursorFits]
/// @param multi whether it was asked for as a stream of several rooms, be it only one: its events have no ids
/// @param types what to deliver; the server's own types come in any case
/// @param echo false leaves out, live, what this user published with this stream's session
/// @param session resumes this session of the same user (the credentials prove it) and closes the connection
///     it has; null = a new one
/// @param validFor how long the credentials are good from now on; null = no end
/// @param signals what is told beside events
/// @param pulled those of the rooms of which only is told that there is news, and whose events the client pulls
public record StreamRequest(
        List<RoomId> rooms,
        boolean multi,
        StreamStart start,
        TypeFilter types,
        boolean echo,
        boolean heartbeatAsEvent,
        @Nullable SessionId session,
        @Nullable Duration validFor,
        Signals signals,
        Set<RoomId> pulled) {

    public static final int MAX_ROOMS = 100;

    /// All rooms are delivered.
    public StreamRequest(
            List<RoomId> rooms,
            boolean multi,
            StreamStart start,
            TypeFilter types,
            boolean echo,
            boolean heartbeatAsEvent,
            @Nullable SessionId session,
            @Nullable Duration validFor,
            Signals signals) {
        this(rooms, multi, start, types, echo, heartbeatAsEvent, session, validFor, signals, Set.of());
    }

    /// Without signals.
    public StreamRequest(
            List<RoomId> rooms,
            boolean multi,
            StreamStart start,
            TypeFilter types,
            boolean echo,
            boolean heartbeatAsEvent,
            @Nullable SessionId session,
            @Nullable Duration validFor) {
        this(rooms, multi, start, types, echo, heartbeatAsEvent, session, validFor, Signals.NONE);
    }

    public StreamRequest {
        rooms = List.copyOf(rooms);
        pulled = Set.copyOf(pulled);
        if (rooms.isEmpty() || rooms.size() > MAX_ROOMS) {
            throw new IllegalArgumentException("a stream has 1 to " + MAX_ROOMS + " rooms");
        }
        if (rooms.stream().distinct().count() < rooms.size()) {
            throw new IllegalArgumentException("each room once");
        }
        if (!rooms.containsAll(pulled)) {
            throw new IllegalArgumentException("what is told of is among the rooms");
        }
        if (!multi && rooms.size() > 1) {
            throw new IllegalArgumentException("several rooms make a multi-room stream");
        }
        if (multi && !StreamStart.cursorFits(rooms)) {
            throw new IllegalArgumentException("the stream's cursor might exceed " + StreamStart.MAX_CURSOR);
        }
    }
}
