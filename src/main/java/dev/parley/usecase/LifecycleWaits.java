package dev.parley.usecase;

import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.Timers;
import dev.parley.lifecycle.spi.LifecycleLog;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// Readers of the lifecycle log who wait for its next row. For all of them together its head is asked for once
/// in [#EVERY], and while nobody waits not at all. Any thread.
public final class LifecycleWaits {

    static final Duration EVERY = Duration.ofMillis(500);

    /// Backends, not browsers. Further ones are not taken.
    static final int MOST = 100;

    private final LifecycleLog lifecycle;
    private final Offload offload;
    private final Timers timers;
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile boolean ended;

    public LifecycleWaits(LifecycleLog lifecycle, Offload offload, Timers timers) {
        this.lifecycle = lifecycle;
        this.offload = offload;
        this.timers = timers;
    }

    /// How many wait now.
    public int waiting() {
        return waiters.size();
    }

    /// Calls back once, when there is a row after this position, when the patience is over or [#end] is called.
    ///
    /// @return false when too many wait, or nobody may any more: then there is no call
    boolean await(long after, Duration patience, Runnable ready) {
        if (ended || waiters.size() >= MOST) {
            return false;
        }
        var waiter = new Waiter(after, ready);
        waiters.add(waiter);
        timers.after(patience, waiter::finish);
        if (ended) {
            waiter.finish();
        }
        lookSoon();
        return true;
    }

    /// Answers all who wait; nobody waits from now on.
    public void end() {
        ended = true;
        waiters.forEach(Waiter::finish);
    }

    private void lookSoon() {
        if (!waiters.isEmpty() && looking.compareAndSet(false, true)) {
            timers.after(EVERY, this::look);
        }
    }

    private void look() {
        if (waiters.isEmpty()) {
            looking.set(false);
            // Somebody may have come in between, who saw that it was looking.
            lookSoon();
        } else {
            offload.run(() -> lifecycle.read(null, 1).head(), this::onHead);
        }
    }

    private void onHead(Result<Long> result) {
        switch (result) {
            case Done<Long>(var head) ->
                waiters.stream().filter(waiter -> waiter.after < head).forEach(Waiter::finish);
            // Who asks again when his patience is over is told why.
            case Failed<Long> _ -> {}
        }
        timers.after(EVERY, this::look);
    }

    private final class Waiter {

        private final long after;
        private final Runnable ready;
        private final AtomicBoolean over = new AtomicBoolean();

        Waiter(long after, Runnable ready) {
            this.after = after;
            this.ready = ready;
        }

        void finish() {
            if (over.compareAndSet(false, true)) {
                waiters.remove(this);
                ready.run();
            }
        }
    }
}
