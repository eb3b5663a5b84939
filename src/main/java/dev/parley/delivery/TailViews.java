package dev.parley.delivery;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What everybody sees of a tail, and what it costs. Published by its tail only; everything else is for everybody.
final class TailViews {

    private final DeliveryBudget budget;
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private volatile @Nullable TailView view;
    private volatile @Nullable Holding holding;
    /// The share of it that the few events take which it keeps in any case.
    private volatile double few = 1;

    private int events;
    private int weight;

    TailViews(DeliveryBudget budget) {
        this.budget = budget;
    }

    @Nullable
    TailView view() {
        return view;
    }

    void listen(Runnable listener) {
        listeners.add(listener);
    }

    void unlisten(Runnable listener) {
        listeners.remove(listener);
    }

    /// What the node is charged with for it.
    long bytes() {
        Holding known = holding;
        return known == null ? 0 : known.bytes();
    }

    /// Of it, about what is left once it has shrunk.
    long least() {
        return few < 1 ? (long) (bytes() * few) : bytes();
    }

    /// Cuts the window to its bound first; while the node holds far too much, to what it was before.
    void publish(TailWindow now) {
        if (budget.exhausted()) {
            now.shrink(Math.max(TailWindow.FEW_EVENTS, events), Math.max(TailWindow.FEW_BYTES, weight));
        } else {
            now.shrink(TailWindow.MAX_EVENTS, TailWindow.MAX_BYTES);
        }
        measure(now);
        tell(now.view());
    }

    private void measure(TailWindow now) {
        events = now.events();
        weight = now.bytes();
        holding = now.holding();
        few = Math.min(
                TailWindow.FEW_EVENTS / (double) Math.max(1, events),
                TailWindow.FEW_BYTES / (double) Math.max(1, weight));
    }

    /// The room does not exist any more.
    void publishEnd() {
        TailView known = view;
        tell(known == null ? TailView.nowhere() : known.withoutRoom());
    }

    private void tell(TailView now) {
        view = now;
        listeners.forEach(Runnable::run);
    }
}
