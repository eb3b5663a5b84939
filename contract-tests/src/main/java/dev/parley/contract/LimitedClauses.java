package dev.parley.contract;

import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.OverLimit;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.Quota;
import java.time.Duration;
import java.util.List;

/// Counts what passes a limit.
abstract class LimitedClauses extends StoreContract {

    static final Duration LONG = Duration.ofMinutes(1);

    static long passed(List<Settled> results) {
        return results.stream().filter(Appended.class::isInstance).count();
    }

    /// Refused by this limit.
    static long refused(List<Settled> results, Quota quota) {
        return results.stream()
                .filter(result -> result instanceof OverLimit over && over.quota() == quota)
                .count();
    }

    /// How many more may have passed because the store's clock ran while the test did.
    long ownTime(int rate, long began) {
        return store.timeStandsStill() ? 0 : (System.nanoTime() - began) * rate / 1_000_000_000 + 1;
    }
}
