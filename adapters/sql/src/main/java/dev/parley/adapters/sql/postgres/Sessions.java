package dev.parley.adapters.sql.postgres;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/// Opens the pools' connections: each is set up with its limits, then asked whose cluster it has reached.
/// No write can go to another cluster than the one known without a new connection, so that is the place to
/// notice.
final class Sessions implements DataSource {

    /// From the first packet until the session is there, over all hosts of an address. On a busy machine a
    /// server needs seconds to start a process for it. Who waits for a connection does not wait for this.
    private static final Duration LOGIN_DEADLINE = Duration.ofSeconds(10);

    /// How long a pool that is closed waits for a login under way, which the driver gives up by itself.
    private static final Duration CLOSING_DEADLINE = Duration.ofSeconds(3);

    /// Longer than the server's own limit for a statement, so that the server's answer comes first.
    private static final Duration ANSWER_DEADLINE = Duration.ofSeconds(10);

    /// - A session that stops in the middle of a transaction gives its rooms back after 3 s.
    /// - A lock is waited for 1 s; then the room counts as held.
    /// - All statements are known and meant for indexes. Plans made while the tables were empty must not scan
    ///   them when they are large, and are not made anew for each batch. No statement is worth compiling.
    private static final String SET_UP = """
            select set_config('idle_in_transaction_session_timeout', '3s', false),
                   set_config('statement_timeout', '5s', false),
                   set_config('lock_timeout', '1s', false),
                   set_config('plan_cache_mode', 'force_generic_plan', false),
                   set_config('jit', 'off', false),
                   set_config('enable_seqscan', 'off', false),
                   set_config('enable_hashjoin', 'off', false),
                   set_config('enable_mergejoin', 'off', false)
            """;

    private final DataSource source;
    private final ClusterWatch watch;

    Sessions(PostgresSettings settings, ClusterWatch watch) {
        this.source = source(settings, ANSWER_DEADLINE);
        this.watch = watch;
    }

    /// Plain connections.
    ///
    /// @param answerDeadline how long the server may be silent
    static DataSource source(PostgresSettings settings, Duration answerDeadline) {
        var source = new PGSimpleDataSource();
        source.setApplicationName("parley");
        source.setConnectTimeout(Math.toIntExact(LOGIN_DEADLINE.toSeconds()));
        source.setLoginTimeout(Math.toIntExact(LOGIN_DEADLINE.toSeconds()));
        source.setTcpKeepAlive(true);
        source.setPrepareThreshold(1);
        var address = settings.address();
        source.setUrl(address.jdbc());
        source.setSocketTimeout(Math.toIntExact(answerDeadline.toSeconds()));
        source.setUser(settings.user() != null ? settings.user() : address.user());
        source.setPassword(settings.password() != null ? settings.password() : address.password());
        return source;
    }

    @Override
    public Connection getConnection() throws SQLException {
        var connection = source.getConnection();
        try (var statement = connection.createStatement()) {
            statement.execute(SET_UP);
            watch.check(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("sessions have one user");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    /// Asked by pools alone, when they are closed.
    @Override
    public int getLoginTimeout() {
        return Math.toIntExact(CLOSING_DEADLINE.toSeconds());
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no java.util.logging");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return source.isWrapperFor(type);
    }
}
