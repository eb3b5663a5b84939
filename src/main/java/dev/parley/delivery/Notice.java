package dev.parley.delivery;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Signal;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a stream carries beside the log's events. Enumerated values go on the wire in kebab-case ([#wire]).
public sealed interface Notice {

    /// The first of a stream: where it stands in each room it may read.
    ///
    /// @param retryMs what the client waits before it comes back, different for each connection
    /// @param pullJitterMs within which a client that is told of news waits before it pulls them
    record Hello(
            SessionId session, UserId user, long heartbeatMs, long retryMs, long pullJitterMs, List<RoomStart> rooms)
            implements Notice {}

    /// @param head the room's newest seq; what is delivered up to it is replay
    record RoomStart(RoomId room, Epoch epoch, long head, Resume resume) {}

    enum Resume {
        /// There was no cursor.
        FRESH,
        /// From the client's cursor on, completely.
        RESUMED,
        /// The cursor leads nowhere; a [Gap] follows and says why.
        GAP
    }

    /// There is news in a room that the stream does not deliver: its log has this position.
    record Notify(RoomId room, Position head) implements Notice {}

    /// The stream has reached the head that hello named.
    ///
    /// @param replayed events delivered until then
    record CaughtUp(RoomId room, Position at, long replayed) implements Notice {}

    /// What cannot be delivered: the seqs `from` … `to` of this epoch (none when from > to). The stream goes
    /// on at `to + 1`. The client reloads: it drops what it holds and reads the newest page.
    ///
    /// @param epoch the room's epoch now
    /// @param first the oldest seq kept
    record Gap(RoomId room, Epoch epoch, long from, long to, long first, long head, GapReason reason)
            implements Notice {}

    enum GapReason {
        /// What followed the cursor is not kept any more.
        CURSOR_EXPIRED,
        /// The room was recreated or the store restored.
        EPOCH_CHANGED,
        /// The cursor lies above the log's head.
        CURSOR_AHEAD,
        /// No server wrote this cursor.
        BAD_CURSOR
    }

    /// Events of one tier in the stretch `from` … `to` that are left out. Where several tiers or reasons
    /// are, each has one of these with the same stretch, one after the other; what is in none of them the
    /// client asked to leave out.
    ///
    /// @param count how many
    record Dropped(RoomId room, Epoch epoch, Tier tier, long from, long to, int count, DropReason reason)
            implements Notice {}

    enum DropReason {
        /// Their time to live was over.
        EXPIRED,
        /// The client takes less than the room has, or was away for long.
        SLOW,
        /// A newer value of the same key follows.
        SUPERSEDED
    }

    /// This room of the stream has ended; the others go on.
    record Closed(RoomId room, CloseReason reason) implements Notice {}

    enum CloseReason {
        /// May not be read, or does not exist.
        FORBIDDEN,
        DESTROYED;

        /// Whether the same request may succeed soon.
        public boolean retryable() {
            return false;
        }
    }

    /// Only moves the cursor.
    ///
    /// @param room whose cursor; null where the stream has one for all its rooms
    record CursorMoved(@Nullable RoomId room) implements Notice {}

    /// Come back, here or at another node.
    ///
    /// @param afterMs how long to wait, by clients of ours
    /// @param retryMs the same for browsers
    record Reconnect(long afterMs, ReconnectReason reason, long retryMs) implements Notice {}

    enum ReconnectReason {
        /// The server is stopping.
        DRAINING,
        /// A bound of this node.
        OVERLOADED,
        /// Too much waited for this client while the node had too little memory.
        SLOW,
        STORE_UNAVAILABLE,
        INTERNAL_FAULT
    }

    /// The stream ends because of its credentials.
    record Problem(ProblemCause cause, long retryMs) implements Notice {}

    enum ProblemCause {
        TOKEN_EXPIRED
    }

    /// Another connection of the session has taken this one's place.
    record Replaced() implements Notice {}

    /// Who came and went within about a second, at most [#MOST_NAMES] by name.
    ///
    /// @param count users in the room
    /// @param more whether others came or went that are not named
    record Presence(RoomId room, List<Person> joins, List<Leaver> leaves, long count, boolean more) implements Notice {

        public static final int MOST_NAMES = 50;

        public Presence {
            joins = List.copyOf(joins);
            leaves = List.copyOf(leaves);
        }
    }

    /// @param name null = as his id
    record Person(UserId user, @Nullable String name) {}

    /// @param cause as the wire has it
    record Leaver(UserId user, String cause) {}

    /// How many are in a room.
    ///
    /// @param count sessions
    record Occupancy(RoomId room, long count, long users) implements Notice {}

    /// A signal of somebody's.
    ///
    /// @param room null = to the user
    record Signalled(@Nullable RoomId room, Signal signal) implements Notice {}

    /// Nothing happened for a while.
    ///
    /// @param asEvent whether the client asked to see it as an event, rather than a comment
    record Heartbeat(boolean asEvent) implements Notice {}

    /// A constant of these enums as the wire writes it.
    static String wire(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
