package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.postgres.SessionDecision.RoomUser;
import dev.parley.adapters.sql.postgres.SessionRow.Slot;
import dev.parley.adapters.sql.store.Reads;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.presence.Departure;
import dev.parley.presence.Occupancy;
import dev.parley.presence.PresencePage;
import dev.parley.presence.SessionChange;
import dev.parley.presence.SessionChange.Restore;
import dev.parley.presence.SessionEntry;
import dev.parley.presence.SessionKey;
import dev.parley.presence.SessionResult;
import dev.parley.presence.spi.PresenceRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The sessions in their table, in the database of the store: as durable as the log, and no more is lost than the log
/// loses, so the generation is the store's. Changes of one room are made one transaction after the other.
final class SessionTable implements PresenceRegistry {

    private static final int MAX_PAGE = 500;

    private final Reads reads;
    private final Transactions transactions;
    private final StoreGeneration generation;

    SessionTable(Reads reads, Transactions transactions, StoreGeneration generation) {
        this.reads = reads;
        this.transactions = transactions;
        this.generation = generation;
    }

    @Override
    public List<SessionResult> apply(List<SessionChange> changes) {
        if (changes.size() > MOST_CHANGES) {
            throw new IllegalArgumentException("at most " + MOST_CHANGES + " changes at once");
        }
        return changes.isEmpty() ? List.of() : transactions.change(connection -> apply(connection, changes));
    }

    private static List<SessionResult> apply(Connection connection, List<SessionChange> changes) throws SQLException {
        var sessions = new SessionRows(connection);
        sessions.lock(changes.stream().map(change -> change.key().room()).toList());
        var held = sessions.find(
                changes.stream().map(change -> Slot.of(change.key())).distinct().toList());
        var departing = sessions.departing(users(changes));
        var known = sessions.known(
                users(changes.stream().filter(Restore.class::isInstance).toList()));
        var decision = new SessionDecision(held, departing, known, sessions.now());
        List<SessionResult> results = changes.stream().map(decision::decide).toList();
        sessions.put(decision.changed());
        return results;
    }

    /// Those who are put in.
    private static List<RoomUser> users(List<SessionChange> changes) {
        return changes.stream()
                .map(SessionTable::entry)
                .filter(Objects::nonNull)
                .map(RoomUser::of)
                .distinct()
                .toList();
    }

    private static @Nullable SessionEntry entry(SessionChange change) {
        return switch (change) {
            case SessionChange.Join join -> join.entry();
            case SessionChange.Rejoin rejoin -> rejoin.entry();
            case Restore restore -> restore.entry();
            case SessionChange.Leave _ -> null;
        };
    }

    @Override
    public Set<NodeId> nodes() {
        return reads.read(SessionReads::nodes);
    }

    @Override
    public boolean orphan(NodeId node, Duration grace, int limit) {
        return transactions.change(connection -> new SessionDepartures(connection).orphan(node, grace, limit));
    }

    @Override
    public List<Departure> departing(NodeId by, int limit, Duration claim) {
        return transactions.change(connection -> new SessionDepartures(connection).departing(limit, claim));
    }

    @Override
    public void remove(List<SessionKey> keys) {
        if (!keys.isEmpty()) {
            transactions.change(connection -> {
                new SessionDepartures(connection).remove(keys);
                return true;
            });
        }
    }

    @Override
    public PresencePage page(RoomId room, @Nullable UserId after, int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE + " users");
        }
        return reads.read(connection -> SessionReads.page(connection, room, after, limit));
    }

    @Override
    public Map<RoomId, Occupancy> occupancy(Collection<RoomId> rooms) {
        return reads.read(connection -> SessionReads.occupancy(connection, distinct(rooms)));
    }

    @Override
    public Map<RoomId, Set<NodeId>> holders(Collection<RoomId> rooms) {
        return reads.read(connection -> SessionReads.holders(connection, distinct(rooms)));
    }

    private static List<RoomId> distinct(Collection<RoomId> rooms) {
        return rooms.stream().distinct().toList();
    }

    @Override
    public String generation() {
        return Long.toString(generation.current());
    }
}
