package dev.parley.presence;

import dev.parley.kernel.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A session in a room on this node: which of its connections are open, and what the registry has been told.
/// Touched in the keeper's mailbox only.
final class OwnSession {

    private enum Told {
        /// Nothing that was confirmed.
        NOTHING,
        /// It is there.
        HERE,
        /// It may be forgotten, or have departed.
        PERHAPS,
    }

    final Place place;
    /// A session has one connection; two for the moment in which one gives way to the other.
    private final List<Connection> open = new ArrayList<>(1);

    private SessionEntry entry;
    /// When its newest connection was opened, by the node's clock in ns.
    private long openedAt;

    private ConnectionEpoch spare;
    private Told told = Told.NOTHING;
    private @Nullable LeaveCause gone;
    /// Whether the registry may know of its leave.
    private boolean leaveTold;
    /// Other epochs under which the registry may have it, since something was told and not answered.
    private List<ConnectionEpoch> others = List.of();

    /// Whether it waits for a batch.
    boolean queued;

    /// @param now the node's clock in ns
    OwnSession(Place place, Connection first, NodeId node, ConnectionEpoch epoch, ConnectionEpoch spare, long now) {
        this.place = place;
        this.openedAt = now;
        this.spare = spare;
        this.entry = entry(first, node, epoch);
        open.add(first);
    }

    private SessionEntry entry(Connection connection, NodeId node, ConnectionEpoch epoch) {
        var key = new SessionKey(place.room(), place.session(), epoch);
        return new SessionEntry(key, connection.user(), connection.name(), node);
    }

    boolean here() {
        return gone == null;
    }

    SessionEntry entry() {
        return entry;
    }

    List<Connection> open() {
        return List.copyOf(open);
    }

    /// @param fresh an epoch for the case that the registry knows of its leave
    /// @return whether the registry is to be told
    boolean came(Connection connection, ConnectionEpoch fresh, long now) {
        open.add(connection);
        openedAt = now;
        if (gone == null) {
            return false;
        }
        gone = null;
        if (leaveTold) {
            leaveTold = false;
            told = Told.NOTHING;
            perhapsUnder(entry.key().epoch());
            entry = entry(connection, entry.node(), fresh);
        }
        return told != Told.HERE;
    }

    /// @return whether it was the last one, so that the registry is to be told
    boolean went(Connection connection, LeaveCause cause) {
        boolean last = open.remove(connection) && open.isEmpty();
        if (last) {
            gone = cause;
        }
        return last;
    }

    /// @return whether the registry is to be asked
    boolean doubt() {
        if (told == Told.HERE) {
            told = Told.PERHAPS;
        }
        return gone == null && told == Told.PERHAPS;
    }

    /// What the registry is to be told at once; null = nothing.
    @Nullable
    SessionChange next(Duration grace, long now) {
        LeaveCause cause = gone;
        if (cause != null) {
            leaveTold = true;
            Duration left = cause == LeaveCause.CLOSED ? grace : Duration.ZERO;
            return new SessionChange.Leave(entry.key(), cause, left);
        }
        var age = Duration.ofNanos(now - openedAt);
        return switch (told) {
            case NOTHING -> new SessionChange.Join(entry, age);
            case PERHAPS -> {
                perhapsUnder(spare);
                yield new SessionChange.Rejoin(entry, spare, age);
            }
            case HERE -> null;
        };
    }

    /// The registry knows of the leave under its epoch.
    ///
    /// @return whether there is to be one under another
    boolean leavesUnderAnother() {
        if (others.isEmpty()) {
            return false;
        }
        entry = entry.under(others.getFirst());
        others = others.subList(1, others.size());
        return true;
    }

    /// Under how many more than the next leave's the registry may have it.
    int otherEpochs() {
        return others.size();
    }

    void forgetOtherEpochs() {
        others = List.of();
    }

    private void perhapsUnder(ConnectionEpoch epoch) {
        if (!others.contains(epoch)) {
            others = Stream.concat(others.stream(), Stream.of(epoch)).toList();
        }
    }

    /// @param asked what was asked for; it may have come and gone since
    /// @param next for the next time that it is not there
    /// @return whether it is there under an epoch of which nobody has written down that it came
    boolean present(SessionChange asked, ConnectionEpoch epoch, ConnectionEpoch next) {
        if (!asked.key().equals(entry.key())) {
            return false;
        }
        boolean came =
                asked instanceof SessionChange.Join || !epoch.equals(entry.key().epoch());
        entry = entry.under(epoch);
        told = Told.HERE;
        others = List.of();
        if (came) {
            spare = next;
        }
        return came;
    }
}
