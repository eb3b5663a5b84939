package dev.parley.adapters.web.stream;

import dev.parley.delivery.spi.LaneExecutor;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// One lane for each event loop of the server.
public final class LoopLanes {

    /// As many as there are loops.
    private final Map<EventLoop, LaneExecutor> lanes = new ConcurrentHashMap<>();

    public LaneExecutor of(EventLoop loop) {
        return lanes.computeIfAbsent(loop, LoopLane::new);
    }

    /// Tasks handed to the loop itself would keep it from reading and accepting for as long as they follow
    /// each other, and those from inside would overtake or be overtaken. So they queue here, the loop runs what
    /// fits a turn, and goes on by a timer, before which it looks at its connections.
    ///
    /// The queue is bounded by those who fill it: a lane hands over one wake-up at a time, a stream its few.
    private static final class LoopLane implements LaneExecutor {

        /// A fraction of what is noticed, and many times what a short task takes.
        private static final long TURN_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

        private final EventLoop loop;
        private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean coming = new AtomicBoolean();

        LoopLane(EventLoop loop) {
            this.loop = loop;
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
            if (coming.compareAndSet(false, true)) {
                come();
            }
        }

        private void come() {
            try {
                if (loop.inEventLoop()) {
                    var _ = loop.schedule(this::turn, 0, TimeUnit.NANOSECONDS);
                } else {
                    loop.execute(this::turn);
                }
            } catch (RejectedExecutionException _) {
                tasks.clear();
            }
        }

        private void turn() {
            long began = System.nanoTime();
            try {
                for (Runnable task = tasks.poll(); task != null; task = next(began)) {
                    task.run();
                }
            } finally {
                // A task offered after the last poll has seen `coming` set, so look again once it is not.
                coming.set(false);
                if (!tasks.isEmpty() && coming.compareAndSet(false, true)) {
                    come();
                }
            }
        }

        private @Nullable Runnable next(long began) {
            return System.nanoTime() - began < TURN_NANOS ? tasks.poll() : null;
        }

        @Override
        public void after(Duration delay, Runnable task) {
            try {
                var _ = loop.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException _) {
                // The loop has ended, and its connections with it.
            }
        }
    }
}
