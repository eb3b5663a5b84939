package dev.parley.simulation.presence;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.presence.Connection;
import dev.parley.presence.LeaveCause;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One session of a user in one room: it connects to some node, loses the connection, and returns or stays
/// away.
final class Tab {

    private static final Duration WELL = Duration.ofSeconds(11);

    /// A connection of it, as a node holds it: the node may notice later than the client that it is gone.
    private final class Line implements Connection {
        final PresenceNode node;
        private final SessionId of = session;
        private boolean gone;

        Line(PresenceNode node) {
            this.node = node;
        }

        @Override
        public SessionId session() {
            return of;
        }

        @Override
        public UserId user() {
            return user;
        }

        @Override
        public @Nullable String name() {
            return null;
        }

        @Override
        public void superseded() {
            node.supersede();
            if (line == this) {
                line = null;
            }
            noticed();
        }

        void noticed() {
            if (!gone) {
                gone = true;
                node.hear(() -> node.keeper.went(room, this, LeaveCause.CLOSED));
            }
        }
    }

    final UserId user;
    final RoomId room;
    private final PresenceWorld world;
    private SessionId session;
    private @Nullable Line line;
    private long goodUntil = Long.MIN_VALUE / 2;
    private @Nullable PresenceNode registeredBy;
    private long registeredAt;

    Tab(PresenceWorld world, UserId user, RoomId room) {
        this.world = world;
        this.user = user;
        this.room = room;
        this.session = SessionId.draw(world.random);
    }

    SessionId session() {
        return session;
    }

    /// Whether its client reads.
    boolean open() {
        Line now = line;
        return now != null && now.node.serves();
    }

    /// Whether some node takes it for open, or its client does.
    boolean held() {
        Line now = line;
        return now != null && now.node.alive();
    }

    @Nullable
    PresenceNode node() {
        return line == null ? null : line.node;
    }

    /// Its node has ended.
    void cutOff() {
        goodUntil = goodUntil();
        line = null;
    }

    /// The last moment in which it was open, the registry knew of it by the node that holds it, and nothing
    /// had gone wrong there for a while.
    long goodUntil() {
        return good() ? world.time.millis() : goodUntil;
    }

    /// The same as it was at that time: who has come since is not meant.
    long goodUntilAt(long millis) {
        return registeredAt < millis ? goodUntil() : goodUntil;
    }

    private boolean good() {
        PresenceNode now = node();
        return now != null && known() && world.calmFor(WELL) && now.well(WELL);
    }

    /// Whether the registry was told of its connection by the node that holds it.
    boolean known() {
        return open() && registeredBy != null && registeredBy == node();
    }

    void registered(PresenceNode by) {
        if (by == node() && registeredBy != by) {
            registeredBy = by;
            registeredAt = world.time.millis();
        }
    }

    void connect(PresenceNode node, boolean another) {
        if (another) {
            session = SessionId.draw(world.random);
        }
        var now = new Line(node);
        line = now;
        registeredBy = null;
        node.hear(() -> node.keeper.came(room, now));
    }

    /// @param noticedAfter how long its node takes it for open
    void drop(Duration noticedAfter) {
        Line now = line;
        if (now == null) {
            return;
        }
        goodUntil = goodUntil();
        line = null;
        if (noticedAfter.isZero()) {
            now.noticed();
        } else {
            world.heldUntil(this, noticedAfter);
            world.time.after(noticedAfter, now::noticed);
        }
    }

    @Override
    public String toString() {
        return user + "/" + room + "/" + session;
    }
}
