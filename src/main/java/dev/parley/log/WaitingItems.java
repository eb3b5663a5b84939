package dev.parley.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Items that wait for a transaction, in order, and how many of them the next one takes. Touched only by its lane.
final class WaitingItems {

    private final LaneLimits limits;
    private final Deque<Pending> items = new ArrayDeque<>();
    /// Halved when the store refuses a batch, until the item it refuses is alone; doubled again by those it takes.
    private int batchItems;

    WaitingItems(LaneLimits limits) {
        this.limits = limits;
        this.batchItems = limits.batchItems();
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    void add(Pending item) {
        items.addLast(item);
    }

    /// These were on their way already and come before all others.
    void putBack(List<Pending> earlier) {
        earlier.reversed().forEach(items::addFirst);
    }

    /// Takes what fits into one transaction; at least one item if there is one.
    List<Pending> nextBatch() {
        List<Pending> batch = new ArrayList<>();
        int bytes = 0;
        while (!items.isEmpty() && batch.size() < batchItems) {
            bytes += items.getFirst().append().weight();
            if (!batch.isEmpty() && bytes > limits.batchBytes()) {
                break;
            }
            batch.add(items.removeFirst());
        }
        return batch;
    }

    void batchTaken() {
        batchItems = Math.min(limits.batchItems(), batchItems * 2);
    }

    /// The store will never take these together: they come again in smaller batches.
    void batchRefused(List<Pending> batch) {
        batchItems = Math.max(1, batch.size() / 2);
        putBack(batch);
    }

    /// Takes out all items that match, in order.
    List<Pending> takeOut(Predicate<Pending> matching) {
        List<Pending> out = items.stream().filter(matching).toList();
        items.removeIf(matching);
        return out;
    }

    List<Pending> takeAll() {
        return takeOut(_ -> true);
    }

    void dropAnswered() {
        items.removeIf(Pending::answered);
    }

    void forEach(Consumer<Pending> action) {
        items.forEach(action);
    }
}
