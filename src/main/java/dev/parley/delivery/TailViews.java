package dev.parley.delivery;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What everybody sees of a tail, and what the node is charged with for it. Published by its tail only;
/// [#view] and listeners are for everybody.
final class TailViews {

    private final TailBudget budget;
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private volatile @Nullable TailView view;
    private int charged;
    private boolean retired;

    TailViews(TailBudget budget) {
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

    /// Cuts the window to its bound first.
    void publish(TailWindow now) {
        boolean tight = budget.exceeded();
        now.shrink(
                tight ? TailWindow.FEW_EVENTS : TailWindow.MAX_EVENTS,
                tight ? TailWindow.FEW_BYTES : TailWindow.MAX_BYTES);
        charge(now.bytes());
        tell(now.view());
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

    /// Costs nothing from now on.
    void retire() {
        retired = true;
        charge(0);
    }

    private void charge(int bytes) {
        int now = retired ? 0 : bytes;
        budget.add(now - charged);
        charged = now;
    }
}
