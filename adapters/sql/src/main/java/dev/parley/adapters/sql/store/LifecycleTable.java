package dev.parley.adapters.sql.store;

import static dev.parley.adapters.sql.jooq.Tables.LIFECYCLE;
import static dev.parley.adapters.sql.jooq.Tables.LIFECYCLE_COUNTER;

import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.LifecyclePage;
import dev.parley.lifecycle.OnlineUser;
import dev.parley.lifecycle.spi.LifecycleLog;
import java.time.Duration;
import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// The lifecycle log in its table. Its positions rise by one.
public final class LifecycleTable implements LifecycleLog {

    private final Reads reads;
    private final Writes writes;
    private final Dialect dialect;

    public LifecycleTable(Reads reads, Writes writes, Dialect dialect) {
        this.reads = reads;
        this.writes = writes;
        this.dialect = dialect;
    }

    @Override
    public void append(List<LifecycleEntry> entries) {
        if (entries.size() > MOST_ROWS
                || entries.stream().anyMatch(entry -> !entry.kind().ofSession())) {
            throw new IllegalArgumentException("at most " + MOST_ROWS + " entries, all about sessions");
        }
        if (!entries.isEmpty()) {
            writes.write(sql -> {
                sql.connection(
                        connection -> new LifecycleAppend(Statements.of(sql, connection), dialect).sessions(entries));
                return true;
            });
        }
    }

    @Override
    public LifecyclePage read(@Nullable Long after, int limit) {
        checkLimit(limit);
        return reads.read(connection -> LifecycleReads.page(connection, after, limit));
    }

    @Override
    public List<OnlineUser> online(@Nullable OnlineUser after, int limit) {
        checkLimit(limit);
        return reads.read(connection -> LifecycleReads.online(connection, after, limit));
    }

    private static void checkLimit(int limit) {
        if (limit < 1 || limit > MOST_ROWS) {
            throw new IllegalArgumentException("1 to " + MOST_ROWS + " rows at once");
        }
    }

    @Override
    public int trim(Duration keep, long most) {
        boolean due = reads.query(sql -> sql.fetchExists(LIFECYCLE, surplus(sql, keep, most)));
        return due ? writes.write(sql -> trimLocked(sql, keep, most)) : 0;
    }

    private int trimLocked(DSLContext sql, Duration keep, long most) {
        sql.execute("select 1 from lifecycle_counter where id = 1 " + dialect.forUpdate());
        int removed = sql.deleteFrom(LIFECYCLE).where(surplus(sql, keep, most)).execute();
        sql.update(LIFECYCLE_COUNTER)
                .set(LIFECYCLE_COUNTER.FIRST_POS, LIFECYCLE_COUNTER.FIRST_POS.plus(removed))
                .execute();
        return removed;
    }

    /// The oldest rows, as far as they go; neither positions nor times ever fall from one to the next.
    private Condition surplus(DSLContext sql, Duration keep, long most) {
        var counter = sql.selectFrom(LIFECYCLE_COUNTER).fetchSingle();
        long first = counter.get(LIFECYCLE_COUNTER.FIRST_POS);
        long tooMany = counter.get(LIFECYCLE_COUNTER.LAST_POS) - most;
        long tooOld = Math.floorDiv(StoreClock.micros(sql, dialect), 1_000L) - keep.toMillis();
        return LIFECYCLE
                .POS
                .between(first, first + MOST_ROWS - 1)
                .and(LIFECYCLE.POS.le(tooMany).or(LIFECYCLE.TS.lt(tooOld)));
    }
}
