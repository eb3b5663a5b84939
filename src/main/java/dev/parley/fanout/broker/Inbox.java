package dev.parley.fanout.broker;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Messages that have come and were not heard yet, bounded in number and bytes. One that finds it full
/// is dropped, and all that wait with it: whoever listens has to look everywhere anyway, and the sooner
/// the better. Any thread adds, one at a time takes.
final class Inbox {

    record Incoming(String name, byte[] message) {}

    private final int maxMessages;
    private final long maxBytes;
    private final Queue<Incoming> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger refused = new AtomicInteger();

    Inbox(int maxMessages, long maxBytes) {
        this.maxMessages = maxMessages;
        this.maxBytes = maxBytes;
    }

    void offer(String name, byte[] message) {
        if (messages.get() >= maxMessages || bytes.get() + message.length > maxBytes) {
            refused.incrementAndGet();
            return;
        }
        messages.incrementAndGet();
        bytes.addAndGet(message.length);
        queue.add(new Incoming(name, message));
    }

    /// How many were dropped since this was asked last; 0 = it was never full.
    int shed() {
        int dropped = refused.getAndSet(0);
        if (dropped > 0) {
            while (poll() != null) {
                dropped++;
            }
        }
        return dropped;
    }

    @Nullable
    Incoming poll() {
        Incoming next = queue.poll();
        if (next != null) {
            messages.decrementAndGet();
            bytes.addAndGet(-next.message().length);
        }
        return next;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }
}
