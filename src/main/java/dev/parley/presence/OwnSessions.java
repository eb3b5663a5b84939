package dev.parley.presence;

import dev.parley.kernel.Clock;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// What this node holds, and which of it the registry is still to be told. Touched in the keeper's mailbox
/// only.
///
/// Those that are open are bounded by the node's connections and their rooms. Those that have gone and of
/// which the registry could not be told yet are [#MOST_GONE] at most: beyond it the newest are dropped, and
/// then everything of this node is orphaned once the registry is back, and those that are open come again. So
/// it is when the registry is one that knows too much.
final class OwnSessions {

    static final int MOST_GONE = 100_000;

    /// Of a session that comes and goes while the registry does not answer. Beyond it, as above.
    private static final int MOST_EPOCHS = 16;

    private final NodeId node;
    private final Clock clock;
    private final RandomGenerator random;
    private final int mostGone;
    private final Map<Place, OwnSession> sessions = new HashMap<>();
    private final Queue<OwnSession> untold = new ArrayDeque<>();
    /// All, in the order in which they are asked about; also some that are not held any more.
    private final Queue<OwnSession> round = new ArrayDeque<>();

    private final List<OwnSession> later = new ArrayList<>();
    private int gone;
    private boolean dropped;

    OwnSessions(NodeId node, Clock clock, RandomGenerator random, int mostGone) {
        this.node = node;
        this.clock = clock;
        this.random = random;
        this.mostGone = mostGone;
    }

    private ConnectionEpoch draw() {
        return ConnectionEpoch.draw(random);
    }

    void came(RoomId room, Connection connection) {
        var place = new Place(room, connection.session());
        OwnSession known = sessions.get(place);
        if (known == null) {
            var session = new OwnSession(place, connection, node, draw(), draw(), clock.nanos());
            sessions.put(place, session);
            round.add(session);
            tell(session);
            return;
        }
        gone -= known.here() ? 0 : 1;
        if (known.came(connection, draw(), clock.nanos())) {
            tell(known);
        }
        if (known.otherEpochs() > MOST_EPOCHS) {
            known.forgetOtherEpochs();
            dropped = true;
        }
    }

    void went(RoomId room, Connection connection, LeaveCause cause) {
        OwnSession known = sessions.get(new Place(room, connection.session()));
        if (known == null || !known.went(connection, cause)) {
            return;
        }
        if (gone >= mostGone) {
            dropped = true;
            sessions.remove(known.place);
        } else {
            gone++;
            tell(known);
        }
    }

    void tell(OwnSession session) {
        if (!session.queued) {
            session.queued = true;
            untold.add(session);
        }
    }

    /// The registry does not take it at the moment.
    void tellLater(OwnSession session) {
        if (!session.queued) {
            session.queued = true;
            later.add(session);
        }
    }

    void tellThoseOfLater() {
        untold.addAll(later);
        later.clear();
    }

    /// Everything may be forgotten.
    void doubtAll() {
        sessions.values().forEach(session -> {
            if (session.doubt()) {
                tell(session);
            }
        });
    }

    /// It is to be asked about.
    void doubt(Place place) {
        OwnSession known = sessions.get(place);
        if (known != null && known.doubt()) {
            tell(known);
        }
    }

    /// Some more are asked about, those first that were asked about longest ago.
    void doubt(int most) {
        for (int left = Math.min(most, round.size()); left > 0; left--) {
            OwnSession next = round.remove();
            if (sessions.get(next.place) == next) {
                round.add(next);
                if (next.doubt()) {
                    tell(next);
                }
            }
        }
    }

    /// Takes the next that the registry is to be told of.
    List<Telling> take(int most) {
        var taken = new ArrayList<Telling>();
        while (taken.size() < most && !untold.isEmpty()) {
            OwnSession session = untold.remove();
            session.queued = false;
            SessionChange change =
                    sessions.get(session.place) == session ? session.next(PresenceKeeper.GRACE, clock.nanos()) : null;
            if (change != null) {
                taken.add(new Telling(session, change));
            }
        }
        return taken;
    }

    /// The registry knows of a leave of it.
    void noted(OwnSession session) {
        if (session.leavesUnderAnother()) {
            tell(session);
        } else {
            forget(session);
        }
    }

    /// The registry knows of its leave, or that it never was there.
    void forget(OwnSession session) {
        if (sessions.remove(session.place, session) && !session.here()) {
            gone--;
        }
    }

    /// @return the entry of which is to be written down that it came; null = nothing is
    @Nullable
    SessionEntry present(Telling telling, ConnectionEpoch epoch) {
        OwnSession session = telling.session();
        return session.present(telling.change(), epoch, draw()) ? session.entry() : null;
    }

    boolean holds(SessionEntry entry) {
        OwnSession known =
                sessions.get(new Place(entry.key().room(), entry.key().session()));
        return known != null && known.entry().equals(entry);
    }

    int size() {
        return sessions.size();
    }

    boolean idle() {
        return untold.isEmpty();
    }

    /// Whether everything of this node is to be orphaned first; asked once.
    boolean lost() {
        boolean lost = dropped;
        dropped = false;
        return lost;
    }

    void lostAgain() {
        dropped = true;
    }

    record Telling(OwnSession session, SessionChange change) {}
}
