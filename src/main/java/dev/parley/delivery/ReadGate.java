package dev.parley.delivery;

import dev.parley.kernel.Offload;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Lets a few reads of one purpose into the store at a time; the others wait in order. Who uses it bounds
/// how many may wait. Any thread.
final class ReadGate {

    private record Waiting(Runnable start) {}

    private final Offload offload;
    private final int limit;
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger running = new AtomicInteger();

    ReadGate(Offload offload, int limit) {
        this.offload = offload;
        this.limit = limit;
    }

    <T> void run(Callable<T> call, Consumer<Offload.Result<T>> callback) {
        waiting.add(new Waiting(() -> offload.run(call, result -> {
            running.decrementAndGet();
            letIn();
            callback.accept(result);
        })));
        letIn();
    }

    private void letIn() {
        while (!waiting.isEmpty() && enter()) {
            Waiting next = waiting.poll();
            if (next != null) {
                next.start().run();
            } else {
                // Another thread was faster. What came in between sees the place only after this.
                running.decrementAndGet();
            }
        }
    }

    private boolean enter() {
        int now = running.get();
        while (now < limit) {
            if (running.compareAndSet(now, now + 1)) {
                return true;
            }
            now = running.get();
        }
        return false;
    }
}
