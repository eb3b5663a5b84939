package dev.parley.adapters.sql.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jooq.DSLContext;

/// The statements of one connection. SQLite's driver prepares each anew, which took half of the time of a transaction
/// of the lifecycle log; so those of a connection that stays are kept, until it is closed. PostgreSQL's driver keeps
/// them by itself. For one thread at a time.
public final class Statements {

    /// More different texts than come; beyond that each is prepared when it is used.
    private static final int MOST_KEPT = 32;

    /// What is done with a statement; it closes the rows that it reads.
    @FunctionalInterface
    interface Use {
        void of(PreparedStatement statement) throws SQLException;
    }

    private final Connection connection;
    private final int most;
    private final Map<String, PreparedStatement> kept = new HashMap<>();

    private Statements(Connection connection, int most) {
        this.connection = connection;
        this.most = most;
    }

    public static Statements keptBy(Connection connection) {
        return new Statements(connection, MOST_KEPT);
    }

    public static Statements closedAfterUse(Connection connection) {
        return new Statements(connection, 0);
    }

    /// Those of the context's connection: kept when it carries them.
    static Statements of(DSLContext sql, Connection connection) {
        return sql.data(Statements.class) instanceof Statements statements ? statements : closedAfterUse(connection);
    }

    /// Lets a context carry these.
    public void carriedBy(DSLContext sql) {
        sql.data(Statements.class, this);
    }

    void use(String sql, Use use) throws SQLException {
        PreparedStatement known = kept.get(sql);
        if (known == null && kept.size() < most) {
            known = connection.prepareStatement(sql);
            kept.put(sql, known);
        }
        if (known != null) {
            use.of(known);
            return;
        }
        try (var once = connection.prepareStatement(sql)) {
            use.of(once);
        }
    }
}
