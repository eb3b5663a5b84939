package dev.parley.adapters.sql.postgres;

import dev.parley.access.spi.SigningKeys;
import dev.parley.adapters.sql.copy.CopiedTable;
import dev.parley.adapters.sql.copy.CopyEnd;
import dev.parley.adapters.sql.copy.CopyRefusedException;
import dev.parley.adapters.sql.copy.SchemaCheck;
import dev.parley.adapters.sql.copy.StoredRow;
import dev.parley.log.spi.StoreUnavailableException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.flywaydb.core.api.FlywayException;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A database as one end of a copy.
public final class PostgresEnd implements CopyEnd {

    /// Longer than the server's own limit for a statement, so that the server's answer comes first.
    private static final Duration ANSWER_DEADLINE = Duration.ofSeconds(90);

    /// A batch on a slow disk takes longer than a server would let a client wait.
    private static final String SET_UP = """
            select set_config('statement_timeout', '60s', false),
                   set_config('lock_timeout', '5s', false),
                   set_config('idle_in_transaction_session_timeout', '60s', false),
                   set_config('plan_cache_mode', 'force_generic_plan', false),
                   set_config('jit', 'off', false),
                   set_config('enable_seqscan', 'off', false)
            """;

    private static final Logger log = LoggerFactory.getLogger(PostgresEnd.class);

    private final String place;
    private final CopyGuard guard;
    private final Connection connection;

    private PostgresEnd(String place, CopyGuard guard, Connection connection) {
        this.place = place;
        this.guard = guard;
        this.connection = connection;
    }

    /// A store to copy from. It is left as it is, except that it notices as at any start when it is on another cluster.
    ///
    /// @throws dev.parley.log.spi.StoreNotOpenedException when it is used by a server, or is none of this release
    public static PostgresEnd source(PostgresSettings settings) throws SQLException {
        try (var connection = connect(settings)) {
            SchemaCheck.requireCurrent(PostgresStore.migrations(settings), place(settings));
            new ClusterWatch().check(connection);
        }
        return open(settings);
    }

    /// A store to copy to. Its tables are made when there are none.
    public static PostgresEnd target(PostgresSettings settings) throws SQLException {
        try {
            PostgresStore.prepare(settings, _ -> {});
        } catch (FlywayException e) {
            throw new CopyRefusedException("The database at " + place(settings) + " cannot be made a Parley store: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse("") + ".");
        }
        return open(settings);
    }

    private static PostgresEnd open(PostgresSettings settings) throws SQLException {
        var guarding = connect(settings);
        try {
            var guard = CopyGuard.take(guarding, place(settings));
            var connection = connect(settings);
            connection.setAutoCommit(false);
            return new PostgresEnd(place(settings), guard, connection);
        } catch (SQLException | RuntimeException e) {
            guarding.close();
            throw e;
        }
    }

    private static Connection connect(PostgresSettings settings) throws SQLException {
        Connection connection;
        try {
            connection = Sessions.source(settings, ANSWER_DEADLINE).getConnection();
        } catch (SQLException e) {
            throw PostgresStore.unreachable(settings, e);
        }
        try (var statement = connection.createStatement()) {
            statement.execute(SET_UP);
            return connection;
        }
    }

    private static String place(PostgresSettings settings) {
        return "postgresql://" + settings.place();
    }

    @Override
    public String place() {
        return place;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public void hold() {
        guard.hold();
    }

    @Override
    public void holdNow() {
        guard.holdNow();
    }

    @Override
    public void insert(CopiedTable table, List<StoredRow> rows) throws SQLException {
        var text = new ByteArrayInputStream(CopyText.of(rows));
        try {
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("copy " + table.name() + " (" + table.columnNames() + ") from stdin", text);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be read", e);
        }
    }

    @Override
    public SigningKeys signingKeys() {
        return new StoredSigningKeys(connection);
    }

    /// Statistics, or the first plans are made as if the tables were empty. Without them it works as well.
    @Override
    public void complete() throws SQLException {
        var point = connection.setSavepoint();
        try (var statement = connection.createStatement()) {
            statement.execute("analyze room, room_head, message, dedupe");
        } catch (SQLException e) {
            connection.rollback(point);
            log.debug("The tables could not be analyzed", e);
        }
    }

    @Override
    public void close() {
        try (connection) {
            guard.close();
        } catch (SQLException | StoreUnavailableException e) {
            log.debug("A connection does not close", e);
        }
    }
}
