package dev.parley.log.spi;

/// Moves everything that a store holds into another, empty one, and marks it as moved away. One thread at a time.
///
/// What was interrupted, by a fault of either store or by the end of the process, goes on with the same call: nothing
/// is in the target twice, and until it is complete no server uses the target.
public interface StoreMover {

    /// What a move came to.
    ///
    /// @param from the source, in words
    /// @param to the target, in words
    record Moved(String from, String to, long rooms, long messages, long generation) {}

    /// Is told how it comes along; called by the mover's thread.
    interface Watcher {

        /// @param done rows that an interrupted run has moved already
        void begins(long done);

        /// @param rows of the table that are in the target by now
        /// @param expected about how many there will be, 0 = not known
        void copied(String table, long rows, long expected);

        /// @param rows of the table that were read from both sides and were equal
        void compared(String table, long rows);
    }

    /// Blocks until everything is moved and compared.
    ///
    /// @param from the source's address
    /// @param to the target's address
    /// @param restart throw away what an interrupted run has moved
    /// @throws StoreNotOpenedException when it cannot be done as things are; the message is one sentence
    /// @throws StoreUnavailableException when one of the two fails; the same call again goes on
    Moved move(String from, String to, boolean restart, Watcher watcher);
}
