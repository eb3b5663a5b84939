package dev.parley.adapters.web.ops;

import dev.parley.kernel.Clock;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Timers;
import dev.parley.log.spi.StoreGeneration;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// Asks the store a small question every [#EVERY], one at a time, so that readiness can be told without waiting for it.
/// A store that is silent for [#DEADLINE] counts as away.
public final class StoreWatch {

    static final Duration EVERY = Duration.ofSeconds(2);
    static final Duration DEADLINE = Duration.ofSeconds(5);

    private final StoreGeneration generation;
    private final Offload offload;
    private final Clock clock;
    private final Timers timers;
    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile boolean answered;
    private volatile long lastAnswer;

    public StoreWatch(StoreGeneration generation, Offload offload, Clock clock, Timers timers) {
        this.generation = generation;
        this.offload = offload;
        this.clock = clock;
        this.timers = timers;
    }

    /// Begins; call once.
    public void start() {
        if (asking.compareAndSet(false, true)) {
            offload.run(generation::current, this::onResult);
        }
        timers.after(EVERY, this::start);
    }

    private void onResult(Offload.Result<Long> result) {
        switch (result) {
            case Offload.Done<Long> _ -> {
                lastAnswer = clock.nanos();
                answered = true;
            }
            case Offload.Failed<Long> _ -> answered = false;
        }
        asking.set(false);
    }

    boolean reachable() {
        return answered && clock.nanos() - lastAnswer <= DEADLINE.toNanos();
    }
}
