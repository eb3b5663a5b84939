package dev.parley.fanout.broker;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Messages that wait to be sent, bounded in number and bytes; beyond either bound the oldest go. Any
/// thread.
final class Outbox {

    /// @param connection the one it was taken for: it goes over no other
    record Outgoing(BrokerConnection connection, String name, byte[] message) {}

    private final int maxMessages;
    private final long maxBytes;
    private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    Outbox(int maxMessages, long maxBytes) {
        this.maxMessages = maxMessages;
        this.maxBytes = maxBytes;
    }

    /// How many had to go for it.
    int offer(Outgoing next) {
        // Counted first, so that whoever takes it never counts below zero.
        messages.incrementAndGet();
        bytes.addAndGet(next.message().length);
        queue.add(next);
        int dropped = 0;
        while ((messages.get() > maxMessages || bytes.get() > maxBytes) && poll() != null) {
            dropped++;
        }
        return dropped;
    }

    @Nullable
    Outgoing poll() {
        Outgoing next = queue.poll();
        if (next != null) {
            messages.decrementAndGet();
            bytes.addAndGet(-next.message().length);
        }
        return next;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /// How many there were.
    int clear() {
        int cleared = 0;
        while (poll() != null) {
            cleared++;
        }
        return cleared;
    }
}
