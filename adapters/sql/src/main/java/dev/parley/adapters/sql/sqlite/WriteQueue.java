package dev.parley.adapters.sql.sqlite;

import dev.parley.adapters.sql.store.Writes.Work;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What waits for the writer. It takes turns: all appends that wait, up to a bound, then one of everything
/// else, so that neither starves the other.
final class WriteQueue {

    /// Appends of one transaction.
    private static final int TURN_ITEMS = 2_000;

    /// Jobs that wait, of each sort; beyond it callers are refused at once.
    private static final int MAX_JOBS = 128;

    /// @param other null when nothing else waits
    record Turn(
            List<WriteJob<List<Append>, List<Settled>>> appends,
            @Nullable WriteJob<Work<?>, Object> other) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<WriteJob<List<Append>, List<Settled>>> appends = new ArrayDeque<>();
    private final Queue<WriteJob<Work<?>, Object>> others = new ArrayDeque<>();
    private boolean closed;

    void addAppend(WriteJob<List<Append>, List<Settled>> job) {
        add(appends, job);
    }

    void addOther(WriteJob<Work<?>, Object> job) {
        add(others, job);
    }

    private <J> void add(Queue<J> queue, J job) {
        lock.lock();
        try {
            if (closed) {
                throw unavailable();
            }
            if (queue.size() == MAX_JOBS) {
                throw new StoreUnavailableException("too much waits for SQLite's writer");
            }
            queue.add(job);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for something to do.
    ///
    /// @return null when the queue is closed and empty
    @Nullable
    Turn next() throws InterruptedException {
        lock.lock();
        try {
            while (appends.isEmpty() && others.isEmpty()) {
                if (closed) {
                    return null;
                }
                changed.await();
            }
            return new Turn(nextAppends(), others.poll());
        } finally {
            lock.unlock();
        }
    }

    private List<WriteJob<List<Append>, List<Settled>>> nextAppends() {
        var turn = new ArrayList<WriteJob<List<Append>, List<Settled>>>();
        int items = 0;
        for (var job = appends.peek(); job != null; job = appends.peek()) {
            items += job.work().size();
            if (items > TURN_ITEMS && !turn.isEmpty()) {
                break;
            }
            turn.add(appends.remove());
        }
        return turn;
    }

    /// Tells those who do not wait themselves that the writer does not come to what they asked for.
    void giveUpOlderThan(Duration age) {
        List<WriteJob<List<Append>, List<Settled>>> waiting;
        lock.lock();
        try {
            waiting = List.copyOf(appends);
        } finally {
            lock.unlock();
        }
        waiting.forEach(job -> job.giveUpIfOlderThan(age));
    }

    /// Appends that wait for a turn.
    int waiting() {
        lock.lock();
        try {
            return appends.size();
        } finally {
            lock.unlock();
        }
    }

    /// Whether anything is still taken.
    boolean isOpen() {
        lock.lock();
        try {
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /// Takes no more; what waits is still handed out.
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Takes no more and hands nothing out: what waits fails.
    void abandon() {
        lock.lock();
        try {
            closed = true;
            appends.forEach(WriteQueue::refuse);
            appends.clear();
            others.forEach(WriteQueue::refuse);
            others.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static void refuse(WriteJob<?, ?> job) {
        job.failed(unavailable());
    }

    private static StoreUnavailableException unavailable() {
        return new StoreUnavailableException("the store is closed");
    }
}
