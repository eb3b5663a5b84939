package dev.parley.simulation.streams;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One connection of a client over which it may say something.
final class SocketLine implements SocketOps.Speaker {

    private final StreamWorld world;
    private final StreamNodeRun node;
    private final Transcript transcript;
    private final Wire wire;
    private final Set<RoomId> asked = new HashSet<>();
    private @Nullable SocketOps ops;

    SocketLine(StreamWorld world, StreamNodeRun node, Transcript transcript, Wire wire) {
        this.world = world;
        this.node = node;
        this.transcript = transcript;
        this.wire = wire;
    }

    /// The node has taken the connection.
    void opened(SocketOps by) {
        ops = by;
    }

    StreamNodeRun node() {
        return node;
    }

    Transcript transcript() {
        return transcript;
    }

    Wire wire() {
        return wire;
    }

    boolean isOpened() {
        return ops != null;
    }

    /// Null while nothing can be said.
    @Nullable
    SocketOps ops() {
        return wire.over() ? null : ops;
    }

    boolean greetedAs(SessionId named) {
        return transcript.sights().stream()
                .anyMatch(sight -> sight instanceof Transcript.Written written
                        && written.frame() instanceof Frame.Hello hello
                        && hello.session().equals(named.value()));
    }

    /// Those of these rooms that the connection neither has nor was asked for; from now on they are.
    Set<RoomId> ask(Collection<RoomId> rooms) {
        var missing = new HashSet<>(rooms);
        missing.removeAll(transcript.rooms());
        missing.removeAll(asked);
        asked.addAll(missing);
        return missing;
    }

    @Override
    public void joined(RoomId room) {
        asked.remove(room);
    }

    @Override
    public void denied(RoomId room) {
        asked.remove(room);
    }

    /// Its adapter says why and closes.
    @Override
    public void dismissed() {
        world.reach(SocketCoverage.Kind.ANOTHER_USERS_TOKEN);
        wire.breakOff();
    }
}
