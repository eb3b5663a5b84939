package dev.parley.kernel;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes a state machine safe without locks: messages are handled one at a time, in the order of arrival, by whichever
/// thread told the first one. A handler's writes are visible to the next (the counter's atomic updates order them).
///
/// Unbounded by itself: who owns one bounds what may be under way before telling it.
public final class Mailbox<M> {

    /// After so many messages the rest goes to the executor, so that a caller's thread (an event loop, say) gets away.
    private static final int SLICE = 64;

    private static final Logger log = LoggerFactory.getLogger(Mailbox.class);

    private final Queue<M> messages = new ConcurrentLinkedQueue<>();
    private final AtomicInteger untreated = new AtomicInteger();
    private final Executor executor;
    private final Consumer<M> handler;

    public Mailbox(Executor executor, Consumer<M> handler) {
        this.executor = executor;
        this.handler = handler;
    }

    /// Any thread; returns at once unless this thread becomes the one that handles. A message told from within the
    /// handler is handled after the current one.
    public void tell(M message) {
        messages.add(message);
        if (untreated.getAndIncrement() == 0) {
            drain();
        }
    }

    private void drain() {
        int handled = 0;
        do {
            if (handled++ == SLICE && handOver()) {
                return;
            }
            handleNext();
        } while (untreated.decrementAndGet() > 0);
    }

    /// False when the executor takes nothing any more: then this thread goes on, for no message must be left behind.
    private boolean handOver() {
        try {
            executor.execute(this::drain);
            return true;
        } catch (RejectedExecutionException _) {
            return false;
        }
    }

    private void handleNext() {
        M message = messages.poll();
        if (message == null) {
            throw new IllegalStateException("a message is added before it is counted");
        }
        try {
            handler.accept(message);
        } catch (Throwable e) {
            // Errors too: whatever is let through here ends the state machine for good, and nobody would notice.
            log.error("A message handler failed; its state machine goes on with the next message", e);
        }
    }
}
