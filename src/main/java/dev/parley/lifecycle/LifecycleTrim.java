package dev.parley.lifecycle;

import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Timers;
import dev.parley.lifecycle.spi.LifecycleLog;
import java.time.Duration;

/// Takes what is too old or too much out of the lifecycle log: once a minute, and at once while there is
/// more.
public final class LifecycleTrim {

    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final Duration NEXT = Duration.ofMillis(100);

    private final LifecycleLog log;
    private final Offload offload;
    private final Timers timers;

    public LifecycleTrim(LifecycleLog log, Offload offload, Timers timers) {
        this.log = log;
        this.offload = offload;
        this.timers = timers;
    }

    /// Begins; call once.
    public void start() {
        timers.after(EVERY, this::trim);
    }

    /// A call that failed is made again when its turn comes.
    private void trim() {
        offload.run(
                () -> log.trim(LifecycleLog.KEPT, LifecycleLog.MOST_KEPT),
                result -> timers.after(
                        result instanceof Done<Integer>(var removed) && removed >= LifecycleLog.MOST_ROWS
                                ? NEXT
                                : EVERY,
                        this::trim));
    }
}
