package dev.parley.faults;

import dev.parley.contract.FaultyProxy;
import dev.parley.contract.PrivateRedis;
import java.time.Duration;
import java.util.Locale;

/// What a fleet has to get over. Each returns when the fault is over.
enum TortureFault {
    BROKER_RESTARTED(5, true) {
        @Override
        void hurt(TortureFleet fleet) {
            fleet.broker().killHard();
            fleet.awaitDegraded();
            fleet.broker().restart();
        }
    },
    CONNECTIONS_CUT(1, true) {
        @Override
        void hurt(TortureFleet fleet) {
            fleet.proxies().forEach(FaultyProxy::cut);
            fleet.awaitDegraded();
            fleet.proxies().forEach(FaultyProxy::mend);
        }
    },
    BROKER_HUNG(1, true) {
        @Override
        void hurt(TortureFleet fleet) {
            long until = System.nanoTime() + Duration.ofSeconds(3).toNanos();
            fleet.broker().pause();
            try {
                fleet.awaitDegraded();
                Pace.until(until);
            } finally {
                fleet.broker().resume();
            }
        }
    },
    /// The connections are ended, and one answer to the subscriptions of the next ones is lost.
    REPLY_SWALLOWED(1, false) {
        @Override
        void hurt(TortureFleet fleet) {
            FaultyProxy proxy = fleet.proxies().getFirst();
            proxy.swallow(fleet.run().broker().confirmation());
            proxy.drop();
            fleet.await("an answer is swallowed", proxy::hasSwallowed);
        }
    },
    /// Redis forgets everything but who listens.
    FLUSHED(1, false) {
        @Override
        void hurt(TortureFleet fleet) {
            ((PrivateRedis) fleet.broker()).call("FLUSHALL");
        }
    },
    NODE_KILLED(1, false) {
        @Override
        void hurt(TortureFleet fleet) {
            fleet.killAndRestart(LAST_NODE);
        }

        @Override
        Duration bar() {
            return Duration.ofSeconds(10);
        }
    },
    /// For the length of its lease and five seconds.
    NODE_PAUSED(1, false) {
        @Override
        void hurt(TortureFleet fleet) {
            fleet.pause(LAST_NODE, Duration.ofSeconds(20));
        }
    };

    private static final int LAST_NODE = 2;

    private final int times;
    private final boolean degrades;

    TortureFault(int times, boolean degrades) {
        this.times = times;
        this.degrades = degrades;
    }

    abstract void hurt(TortureFleet fleet);

    /// How often in the full run.
    int times() {
        return times;
    }

    /// Whether every node says so of itself meanwhile.
    boolean degrades() {
        return degrades;
    }

    /// After its end every reader has heard within this time what had been written until then.
    Duration bar() {
        return Duration.ofSeconds(2);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
