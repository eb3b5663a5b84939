package dev.parley.adapters.sql.copy;

import dev.parley.adapters.sql.copy.CopyMarks.Moved;
import dev.parley.adapters.sql.copy.CopyProgress.Begun;
import dev.parley.log.spi.StoreMover;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Moves everything that a store holds into another, empty one, and goes on where it was interrupted: each batch is
/// written in one transaction with the key of its last row. Then it compares both, marks the source as moved away, and
/// only then makes the target usable, so that at no moment both would be served as the same log.
///
/// For one thread. It holds a page of rows at a time.
public final class StoreCopy {

    /// Rows of a transaction.
    public static final int BATCH_ROWS = 2_000;

    private final CopyEnd source;
    private final CopyEnd target;
    private final InstantSource clock;
    private final int batchRows;
    private final CopyBegin begin;
    private final CopyProgress progress;

    public StoreCopy(CopyEnd source, CopyEnd target, InstantSource clock, int batchRows) {
        this.source = source;
        this.target = target;
        this.clock = clock;
        this.batchRows = batchRows;
        this.begin = new CopyBegin(source, target, batchRows);
        this.progress = new CopyProgress(target.connection());
    }

    /// What a copy came to.
    ///
    /// @param rows of each table
    /// @param generation of both stores
    public record Copied(Map<String, Long> rows, long generation) {}

    /// @param restart throw away what an interrupted run has copied
    /// @throws CopyRefusedException when it cannot be done, or when the two are not the same afterwards
    /// @throws SQLException when one of the two databases fails; the same call again goes on
    /// @throws dev.parley.log.spi.StoreUnavailableException the same
    public Copied run(boolean restart, StoreMover.Watcher listener) throws SQLException {
        Begun begun = begin.run(restart);
        List<CopiedTable> tables = CopiedTables.all();
        listener.begins(done(tables));
        for (CopiedTable table : tables) {
            copy(table, listener);
        }
        var comparison = new StoreComparison(source, target, batchRows);
        Map<String, Long> rows = new HashMap<>();
        for (CopiedTable table : tables) {
            rows.put(table.name(), comparison.compare(table, listener));
        }
        begin.requireState(begun);
        for (String small : CopiedTables.WRITTEN_BESIDE) {
            comparison.compare(CopiedTables.named(small), listener);
        }
        complete(begun);
        return new Copied(rows, begin.generation());
    }

    private long done(List<CopiedTable> tables) throws SQLException {
        long rows = 0;
        for (CopiedTable table : tables) {
            rows += progress.of(table).rows();
        }
        target.connection().rollback();
        return rows;
    }

    private void copy(CopiedTable table, StoreMover.Watcher listener) throws SQLException {
        long expected = begin.expected(table);
        var pages = new TablePages(source, table, batchRows);
        var done = progress.of(table);
        target.connection().rollback();
        List<Object> key = done.key();
        long rows = done.rows();
        for (List<StoredRow> page = pages.after(key); !page.isEmpty(); page = pages.after(key)) {
            key = pages.keyOf(page.getLast());
            rows += page.size();
            write(table, page, rows, key);
            listener.copied(table.name(), rows, expected == 0 ? 0 : Math.max(rows, expected));
        }
    }

    private void write(CopiedTable table, List<StoredRow> page, long rows, List<Object> key) throws SQLException {
        target.hold();
        try {
            target.insert(table, page);
            progress.put(table, rows, key);
            target.connection().commit();
        } catch (SQLException e) {
            target.connection().rollback();
            throw e;
        }
    }

    /// The source first: killed in between, neither is served, and the next run comes here again. A server that
    /// entered either store since the copy last looked ends it here; one that enters later finds the copy or the
    /// mark.
    private void complete(Begun begun) throws SQLException {
        target.signingKeys().add(source.signingKeys().present());
        if (CopyMarks.moved(source.connection()).isEmpty()) {
            CopyMarks.putMoved(source.connection(), new Moved(begun.copy(), target.place(), clock.instant()));
        }
        source.holdNow();
        target.holdNow();
        source.connection().commit();
        target.complete();
        progress.end();
        target.connection().commit();
    }

    static String newCopy() {
        return UUID.randomUUID().toString();
    }
}
