package dev.parley.adapters.sql.copy;

import dev.parley.access.spi.SigningKeys;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// An end of a copy whose inserts fail, or write something else, from one of them on.
final class FaultyEnd implements CopyEnd {

    /// What happens instead of an insert.
    @FunctionalInterface
    interface Fault {
        void insert(CopyEnd end, CopiedTable table, List<StoredRow> rows) throws SQLException;
    }

    private final CopyEnd end;
    private final Fault fault;
    private int left;

    /// @param left how many inserts go well
    FaultyEnd(CopyEnd end, int left, Fault fault) {
        this.end = end;
        this.left = left;
        this.fault = fault;
    }

    @Override
    public void insert(CopiedTable table, List<StoredRow> rows) throws SQLException {
        if (left-- > 0) {
            end.insert(table, rows);
        } else {
            fault.insert(end, table, rows);
        }
    }

    /// Counts as an insert, too.
    @Override
    public void complete() throws SQLException {
        if (left-- > 0) {
            end.complete();
        } else {
            throw new SQLException("killed");
        }
    }

    @Override
    public String place() {
        return end.place();
    }

    @Override
    public Connection connection() {
        return end.connection();
    }

    @Override
    public void hold() {
        end.hold();
    }

    @Override
    public void holdNow() {
        end.holdNow();
    }

    @Override
    public SigningKeys signingKeys() {
        return end.signingKeys();
    }

    @Override
    public void close() {
        end.close();
    }
}
