package dev.parley.adapters.sql.sqlite;

import dev.parley.adapters.sql.sqlite.WriteQueue.Turn;
import dev.parley.adapters.sql.store.Writes;
import dev.parley.kernel.Offload.Result;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.spi.BatchRejectedException;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one thread that writes, with the one connection that does. All appends that wait become one
/// transaction, so that they share one flush; each caller is answered after the commit.
final class SqliteWriter implements Writes, AutoCloseable {

    /// How long a caller waits. A transaction takes milliseconds; a disk that stalls for longer is as good
    /// as gone.
    private static final Duration DEADLINE = Duration.ofSeconds(8);

    /// How often jobs are looked for whose callers do not wait themselves.
    private static final int WATCH_SECONDS = 1;

    private static final Logger logger = LoggerFactory.getLogger(SqliteWriter.class);

    private final WriteQueue queue = new WriteQueue();
    private final WriterConnection connection;
    private final Thread thread;
    private volatile boolean carryOverDue;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("parley-sqlite-watch").daemon().factory());

    SqliteWriter(WriterConnection connection) {
        this.connection = connection;
        this.thread = Thread.ofPlatform().name("parley-sqlite-writer").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
        watch.scheduleWithFixedDelay(
                () -> queue.giveUpOlderThan(DEADLINE), WATCH_SECONDS, WATCH_SECONDS, TimeUnit.SECONDS);
    }

    List<Settled> append(List<Append> batch) {
        var job = new WriteJob<List<Append>, List<Settled>>(batch);
        queue.addAppend(job);
        return job.await(DEADLINE);
    }

    /// The same for a caller that does not wait.
    ///
    /// @param landed called by the writer's thread after the commit, or by the one that gives up late jobs
    void append(List<Append> batch, Consumer<Result<List<Settled>>> landed) {
        var job = new WriteJob<List<Append>, List<Settled>>(batch);
        job.whenEnded(landed);
        try {
            queue.addAppend(job);
        } catch (StoreUnavailableException e) {
            job.failed(e);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T write(Work<T> work) {
        var job = new WriteJob<Work<?>, Object>(work);
        queue.addOther(job);
        return (T) job.await(DEADLINE);
    }

    /// The rest of the write-ahead log is to be carried over after the current turn. Any thread.
    void carryOver() {
        carryOverDue = true;
    }

    /// Batches that wait for a transaction.
    int waiting() {
        return queue.waiting();
    }

    /// Whether it still takes anything. Once it does not, only a new start of the server helps.
    boolean isOpen() {
        return queue.isOpen();
    }

    private void run() {
        try {
            for (var turn = queue.next(); turn != null; turn = queue.next()) {
                run(turn);
                if (carryOverDue) {
                    carryOverDue = false;
                    connection.carryOver();
                }
            }
        } catch (InterruptedException e) {
            logger.warn("SQLite's writer was interrupted and writes no more", e);
        } catch (RuntimeException | Error e) {
            logger.error("SQLite's writer has ended: nothing is written until the server is started again", e);
        } finally {
            // Whoever waits is told at once, and readiness sees it.
            queue.abandon();
            connection.close();
        }
    }

    private void run(Turn turn) {
        try {
            appendAll(turn.appends().stream().filter(WriteJob::take).toList());
            if (turn.other() != null && turn.other().take()) {
                complete(turn.other());
            }
        } catch (RuntimeException | Error e) {
            // Before anybody is told, or who tries again at once would be taken.
            queue.close();
            // What is answered already stays so. Of the rest nobody knows how far it came.
            var unknown = new OutcomeUnknownException("SQLite's writer ended in the middle", e);
            turn.appends().forEach(job -> job.failed(unknown));
            if (turn.other() != null) {
                turn.other().failed(unknown);
            }
            throw e;
        }
    }

    private void appendAll(List<WriteJob<List<Append>, List<Settled>>> jobs) {
        if (jobs.isEmpty()) {
            return;
        }
        try {
            var results = connection.append(
                    jobs.stream().flatMap(job -> job.work().stream()).toList());
            int from = 0;
            for (var job : jobs) {
                int to = from + job.work().size();
                job.done(results.subList(from, to));
                from = to;
            }
        } catch (BatchRejectedException e) {
            rejected(jobs, e);
        } catch (RuntimeException e) {
            jobs.forEach(job -> job.failed(e));
        }
    }

    /// What one caller sent must not fail the others: each runs alone.
    private void rejected(List<WriteJob<List<Append>, List<Settled>>> jobs, BatchRejectedException e) {
        if (jobs.size() == 1) {
            jobs.getFirst().failed(e);
        } else {
            jobs.forEach(job -> appendAll(List.of(job)));
        }
    }

    private void complete(WriteJob<Work<?>, Object> job) {
        try {
            job.done(connection.run(job.work()));
        } catch (RuntimeException e) {
            job.failed(e);
        }
    }

    /// Finishes what waits.
    @Override
    public void close() {
        queue.close();
        watch.shutdownNow();
        try {
            if (!thread.join(DEADLINE)) {
                logger.warn("SQLite's writer does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
