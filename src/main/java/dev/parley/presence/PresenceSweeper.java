package dev.parley.presence;

import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.Timers;
import dev.parley.presence.spi.PresenceRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends the sessions whose grace is over, and starts the grace of those whose node is gone. Every node does
/// it, about once a second; the registry's claims see to it that each departure is one node's. A node that
/// has no lease does not.
///
/// The order is what keeps a departure from being lost or told twice: it is claimed, written down, and only
/// then removed. Who stops in between leaves it to the next, and what is written twice adds nothing.
public final class PresenceSweeper {

    static final Duration CLAIM = Duration.ofSeconds(10);

    private static final Logger log = LoggerFactory.getLogger(PresenceSweeper.class);

    private static final int FIRST_PAUSE_MS = 750;
    private static final int LAST_PAUSE_MS = 1_250;
    private static final int PORTION = PresenceRegistry.MOST_CHANGES;
    /// Of orphans in one sweep; the next one goes on.
    private static final int PORTIONS = 20;

    private final NodeId node;
    private final PresenceRegistry registry;
    private final LiveNodes live;
    private final SessionListener listener;
    private final PresenceObserver observer;
    private final BooleanSupplier acts;
    private final Offload offload;
    private final Timers timers;
    private final RandomGenerator random;
    private volatile boolean failing;

    /// @param acts whether this node has its lease
    /// @param random safe for use by several threads
    public PresenceSweeper(
            NodeId node,
            PresenceRegistry registry,
            LiveNodes live,
            SessionListener listener,
            PresenceObserver observer,
            BooleanSupplier acts,
            Offload offload,
            Timers timers,
            RandomGenerator random) {
        this.node = node;
        this.registry = registry;
        this.live = live;
        this.listener = listener;
        this.observer = observer;
        this.acts = acts;
        this.offload = offload;
        this.timers = timers;
        this.random = random;
    }

    /// Begins; call once.
    public void start() {
        rest();
    }

    private void rest() {
        timers.after(Duration.ofMillis(random.nextInt(FIRST_PAUSE_MS, LAST_PAUSE_MS)), this::begin);
    }

    private void begin() {
        if (acts.getAsBoolean()) {
            offload.run(this::sweep, this::onSwept);
        } else {
            rest();
        }
    }

    private void onSwept(Result<Boolean> result) {
        switch (result) {
            case Done<Boolean>(var more) when more -> begin();
            case Done<Boolean> _ -> {
                failing = false;
                rest();
            }
            case Failed<Boolean>(var cause) -> {
                if (!failing) {
                    log.warn("Sessions that ended cannot be taken out ({}); trying again", cause.toString());
                }
                failing = true;
                observer.failed();
                rest();
            }
        }
    }

    /// @return whether there is more to do at once
    private boolean sweep() {
        // In this order: a node that entered both in between is not taken for gone.
        Set<NodeId> gone = new HashSet<>(registry.nodes());
        gone.removeAll(live.now());
        gone.remove(node);
        gone.forEach(this::orphan);
        List<Departure> departures = registry.departing(node, PORTION, CLAIM);
        if (!departures.isEmpty()) {
            listener.departing(departures);
            registry.remove(departures.stream()
                    .map(departure -> departure.entry().key())
                    .toList());
        }
        observer.swept(departures.size());
        return departures.size() == PORTION;
    }

    private void orphan(NodeId lost) {
        boolean more = true;
        for (int i = 0; more && i < PORTIONS; i++) {
            more = registry.orphan(lost, PresenceKeeper.GRACE, PORTION);
        }
    }
}
