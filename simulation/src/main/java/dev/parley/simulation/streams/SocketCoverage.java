package dev.parley.simulation.streams;

import dev.parley.kernel.RoomId;
import dev.parley.simulation.streams.Frame.Resume;
import dev.parley.simulation.streams.Transcript.Denied;
import dev.parley.simulation.streams.Transcript.Ended;
import dev.parley.simulation.streams.Transcript.Ending;
import dev.parley.simulation.streams.Transcript.Heard;
import dev.parley.simulation.streams.Transcript.Renewed;
import dev.parley.simulation.streams.Transcript.Sight;
import dev.parley.simulation.streams.Transcript.Subscribed;
import dev.parley.simulation.streams.Transcript.Unsubscribed;
import dev.parley.simulation.streams.Transcript.Written;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Counts what sockets went through.
public final class SocketCoverage {

    public enum Kind {
        FRESH,
        REWOUND,
        RESUMED,
        BEGAN_WITH_A_GAP,
        SUBSCRIBED_AGAIN,
        UNSUBSCRIBED,
        SEVERAL_ROOMS,
        /// A room after the last one had gone.
        BACK_FROM_NO_ROOM,
        DENIED,
        ROOM_DESTROYED,
        /// By credentials that open less than those before.
        ROOM_FORBIDDEN,
        RENEWED,
        ANOTHER_USERS_TOKEN,
        TOKEN_EXPIRED,
        REPLACED,
        SENT_AWAY,
        NO_PONG,
        PUBLISHED
    }

    private final Map<Kind, Integer> counts;
    private final Set<RoomId> rooms = new HashSet<>();
    private boolean pinged;
    private boolean emptied;

    private SocketCoverage(Map<Kind, Integer> counts) {
        this.counts = counts;
    }

    /// Adds what this socket went through.
    static void add(Map<Kind, Integer> counts, Transcript transcript) {
        var coverage = new SocketCoverage(counts);
        transcript.sights().forEach(coverage::note);
    }

    private void count(Kind kind, boolean holds) {
        if (holds) {
            counts.merge(kind, 1, Integer::sum);
        }
    }

    private void note(Sight sight) {
        switch (sight) {
            case Subscribed subscribed -> subscribed(subscribed);
            case Unsubscribed(var at, var room) -> {
                count(Kind.UNSUBSCRIBED, rooms.contains(room));
                left(room);
            }
            case Denied _ -> count(Kind.DENIED, true);
            case Renewed _ -> count(Kind.RENEWED, true);
            case Heard _ -> pinged = false;
            case Written(var at, var frame) -> written(frame);
            case Ended(var at, var how) -> count(Kind.NO_PONG, how == Ending.ABORTED && pinged);
            default -> {}
        }
    }

    private void subscribed(Subscribed told) {
        boolean fresh = told.begin().resume() == Resume.FRESH;
        count(Kind.FRESH, fresh && told.ask().rewind() == 0);
        count(Kind.REWOUND, fresh && told.ask().rewind() > 0);
        count(Kind.RESUMED, told.begin().resume() == Resume.RESUMED);
        count(Kind.BEGAN_WITH_A_GAP, told.begin().resume() == Resume.GAP);
        count(Kind.BACK_FROM_NO_ROOM, emptied);
        emptied = false;
        count(Kind.SUBSCRIBED_AGAIN, !rooms.add(told.room()));
        count(Kind.SEVERAL_ROOMS, rooms.size() > 1);
    }

    private void left(RoomId room) {
        emptied = rooms.remove(room) && rooms.isEmpty();
    }

    private void written(Frame frame) {
        switch (frame) {
            case Frame.Closed closed -> {
                count(Kind.ROOM_DESTROYED, closed.reason().equals("destroyed"));
                count(Kind.ROOM_FORBIDDEN, closed.reason().equals("forbidden"));
                left(closed.room());
            }
            case Frame.Heartbeat _ -> pinged = true;
            case Frame.Replaced _ -> count(Kind.REPLACED, true);
            case Frame.Problem _ -> count(Kind.TOKEN_EXPIRED, true);
            case Frame.Reconnect _ -> count(Kind.SENT_AWAY, true);
            default -> {}
        }
    }
}
