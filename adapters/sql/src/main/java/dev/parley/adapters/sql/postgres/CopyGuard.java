package dev.parley.adapters.sql.postgres;

import dev.parley.adapters.sql.copy.CopyRefusedException;
import dev.parley.adapters.sql.store.OneConnection;
import dev.parley.cluster.LiveNode;
import dev.parley.cluster.Node;
import dev.parley.cluster.NodeLease;
import dev.parley.kernel.NodeId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;

/// Keeps servers and other copies away from a database. Towards servers it is a node that hears nobody: one that
/// starts finds it in the directory and is refused; one that enters all the same ends the copy. A second copy misses
/// a lock that goes with this one's session, so that a copy which was killed is not in the way of the next; and whoever
/// has the lock takes out of the directory what earlier copies left there, which would keep servers away for nothing.
final class CopyGuard implements AutoCloseable {

    /// Any number that nobody else takes.
    private static final long LOCK = 0x5061726c6579L;

    /// As often as a server's lease is renewed.
    private static final long EVERY_NANOS = NodeLease.LENGTH.toNanos() / 3;

    private final Connection connection;
    private final String place;
    private final NodeTable nodes;
    private final Node self;
    private long renewed;

    private CopyGuard(Connection connection, String place) {
        var one = new OneConnection(connection, SQLDialect.POSTGRES);
        var id = NodeId.draw(new SecureRandom());
        this.connection = connection;
        this.place = place;
        this.nodes = new NodeTable(one, one);
        this.self = new Node(id, host() + " (./parley copy)", id.value(), null, Node.COPY);
    }

    /// @param connection its own from now on
    /// @throws CopyRefusedException when somebody uses the database
    static CopyGuard take(Connection connection, String place) throws SQLException {
        try (var lock = connection.createStatement();
                var row = lock.executeQuery("select pg_try_advisory_lock(" + LOCK + ")")) {
            row.next();
            if (!row.getBoolean(1)) {
                throw new CopyRefusedException("Another copy from or to " + place + " is under way.");
            }
        }
        var guard = new CopyGuard(connection, place);
        try {
            guard.renew().forEach(guard::forget);
            return guard;
        } catch (CopyRefusedException e) {
            guard.leave(guard.self.id());
            throw e;
        }
    }

    void hold() {
        if (System.nanoTime() - renewed >= EVERY_NANOS) {
            renew();
        }
    }

    void holdNow() {
        renew();
    }

    /// @return the copies in the directory, this one too
    private List<Node> renew() {
        renewed = System.nanoTime();
        Map<Boolean, List<Node>> others =
                live().stream().map(LiveNode::node).collect(Collectors.partitioningBy(CopyGuard::copy));
        String servers = others.getOrDefault(false, List.of()).stream()
                .map(Node::address)
                .collect(Collectors.joining(", "));
        if (!servers.isEmpty()) {
            throw new CopyRefusedException("The store at " + place + " is used by the server at " + servers
                    + ": stop it first (one that was killed counts as running for "
                    + NodeLease.LENGTH.toSeconds() + " s).");
        }
        return others.getOrDefault(true, List.of());
    }

    private static boolean copy(Node node) {
        return node.fanout().equals(Node.COPY);
    }

    /// Only while the lock is held: it says that no other copy is alive.
    private void forget(Node copy) {
        if (!copy.id().equals(self.id())) {
            leave(copy.id());
        }
    }

    private List<LiveNode> live() {
        try {
            return nodes.renew(self, NodeLease.LENGTH);
        } catch (DataAccessException e) {
            throw PostgresErrors.beforeCommit(e);
        }
    }

    private void leave(NodeId copy) {
        try {
            nodes.leave(copy);
        } catch (DataAccessException e) {
            throw PostgresErrors.beforeCommit(e);
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "localhost";
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            leave(self.id());
        }
    }
}
