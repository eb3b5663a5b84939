package dev.parley.adapters.sql.store;

import org.jooq.DSLContext;

/// Writing in a transaction of its own, appends excepted. Each call has a deadline. Throws
/// [dev.parley.log.spi.StoreUnavailableException] when nothing was written and
/// [dev.parley.log.spi.OutcomeUnknownException] when it may have been.
public interface Writes {

    /// What writes; it may be run more than once, each time from the beginning.
    @FunctionalInterface
    interface Work<T> {
        T in(DSLContext sql);
    }

    <T> T write(Work<T> work);
}
