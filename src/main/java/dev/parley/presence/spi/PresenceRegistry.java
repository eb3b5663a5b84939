package dev.parley.presence.spi;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.presence.Departure;
import dev.parley.presence.Occupancy;
import dev.parley.presence.PresencePage;
import dev.parley.presence.SessionChange;
import dev.parley.presence.SessionKey;
import dev.parley.presence.SessionResult;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The sessions in all rooms, as the nodes that hold them say. One entry of each room and session; it goes
/// through three states: *present*; in its *grace*, in which it still counts as present and its client may
/// return unnoticed; *departing*, in which it counts as gone while its leave is written down. Only the
/// registry's clock decides when a grace or a claim is over.
///
/// Calls block, have a deadline, and may be made by several threads of several nodes. Each change is atomic,
/// and what a call that has returned changed, the next one sees on whichever node, unless the registry has
/// lost it: it promises to *say* when it has ([#generation]), not to keep. A call that throws may have been
/// carried out all the same, in part too; each may be repeated. Throws [RuntimeException] when the registry
/// cannot be reached in time.
public interface PresenceRegistry {

    /// Changes in one call.
    int MOST_CHANGES = 500;

    /// Carries out at most [#MOST_CHANGES] changes in this order, each by itself.
    ///
    /// @return one result for each
    List<SessionResult> apply(List<SessionChange> changes);

    /// Nodes that hold entries which are present, not in their grace. Ask *before* the directory is asked
    /// which nodes are live: who is here and then not there has lost his lease.
    Set<NodeId> nodes();

    /// Starts the grace of entries of this node that are present, with the cause `lease-expired`.
    ///
    /// @param limit at most so many
    /// @return whether there may be more
    boolean orphan(NodeId node, Duration grace, int limit);

    /// Makes entries whose grace is over departing, those first whose grace ended first, and claims them; so
    /// it does with departing ones whose claim is over, which are told again as they were the first time. No
    /// two calls that overlap get the same entry.
    ///
    /// @param by who will write them down
    /// @param limit at most so many
    /// @param claim how long nobody else gets them, from now on
    List<Departure> departing(NodeId by, int limit, Duration claim);

    /// Removes entries that are departing under exactly these epochs; nothing where there is none.
    void remove(List<SessionKey> keys);

    /// Those in a room, users once each.
    ///
    /// @param after the id before the first one told, which need not be there; null = from the beginning
    /// @param limit 1–500
    PresencePage page(RoomId room, @Nullable UserId after, int limit);

    /// One for each of these rooms, also where nobody is.
    Map<RoomId, Occupancy> occupancy(Collection<RoomId> rooms);

    /// Which nodes hold entries of these rooms that are present or in their grace. Rooms without any may be
    /// missing.
    Map<RoomId, Set<NodeId>> holders(Collection<RoomId> rooms);

    /// Another text than before once the registry has lost what it knew: it was flushed, began anew, or gave
    /// way to one that knew less. Then everybody says again what he holds.
    String generation();
}
