package dev.parley.adapters.sql.copy;

/// Is told how a copy comes along; called by its thread.
public interface CopyListener {

    /// @param done rows that an interrupted run has copied already
    void begins(long done);

    /// @param rows of the table that are in the target by now
    /// @param expected about how many there will be
    void copied(String table, long rows, long expected);

    /// @param rows of the table that were read from both sides and were equal
    void compared(String table, long rows);
}
