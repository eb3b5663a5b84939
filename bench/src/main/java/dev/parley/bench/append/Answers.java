package dev.parley.bench.append;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.load.Ledger;
import dev.parley.bench.report.Latency;
import dev.parley.log.AppendResult;
import dev.parley.log.AppendResult.Appended;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// Takes the answers of one run: enters them into the ledger and keeps how long each took. Any thread; read only after
/// the last answer, like the ledger.
final class Answers {

    private static final int NANOS_PER_MICRO = 1_000;

    private final Ledger ledger;
    /// By number, in µs: an entry costs a store and no contention, which a shared histogram would.
    private final int[] micros;

    private final AtomicReference<@Nullable AppendResult> refusal = new AtomicReference<>();

    /// @param capacity the run ends early when so many were handed in
    Answers(int capacity) {
        this.ledger = new Ledger(capacity);
        this.micros = new int[capacity];
    }

    Ledger ledger() {
        return ledger;
    }

    /// The next message's number, or −1 when the run has to end.
    int claim() {
        return refusal.get() == null ? ledger.claim() : -1;
    }

    void answered(int n, AppendResult result, long nanos) {
        if (result instanceof Appended(var event, var _)) {
            micros[n] = (int) Math.min(nanos / NANOS_PER_MICRO, Integer.MAX_VALUE);
            ledger.acknowledge(n, event.seq());
        } else {
            refusal.compareAndSet(null, result);
        }
    }

    /// A benchmark counts acknowledgements; when the store refuses something, it measures something else.
    void requireNoRefusal() {
        AppendResult refused = refusal.get();
        if (refused != null) {
            throw BenchFailure.wrong("an append was not acknowledged but answered with " + refused + ".");
        }
    }

    Latency latency() {
        Histogram histogram = Latency.histogram();
        for (int n = 0; n < ledger.end(); n++) {
            if (ledger.seq(n) != 0) {
                Latency.record(histogram, (long) micros[n] * NANOS_PER_MICRO);
            }
        }
        return Latency.of(histogram);
    }
}
