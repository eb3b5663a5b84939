package dev.parley.bench.append;

import dev.parley.bench.Progress;
import dev.parley.bench.load.Audit;
import dev.parley.bench.load.Rooms;
import dev.parley.bench.report.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/// Runs all ways over all loads on all stores, round by round, so that whatever else the machine does in the meantime
/// meets all of them alike. After each run the whole log is compared with what was acknowledged.
final class AppendBench {

    /// Messages of one run that are kept account of: beyond it a run ends early. 12 bytes each.
    private static final int MOST = 4_000_000;
    private static final int MOST_PER_SECOND = 500_000;

    private final AppendPlan plan;
    private final Progress progress;
    private final List<Contest> contests = new ArrayList<>();
    private long verified;
    private int runs;

    AppendBench(AppendPlan plan, List<StoreUnderLoad> stores, Progress progress) {
        this.plan = plan;
        this.progress = progress;
        for (StoreUnderLoad store : stores) {
            for (Load load : plan.loads()) {
                contests.add(new Contest(store, load, Math.min(store.writers(), plan.writers()), plan.compared()));
            }
        }
    }

    List<Contest> run() {
        for (Contest contest : contests) {
            for (Way way : contest.ways()) {
                run(contest, way, plan.warmUp(), "warming up");
            }
        }
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Contest contest : contests) {
                // In turn the one and the other first, so that neither always meets what the other left to be done.
                for (Way way : round % 2 == 1 ? contest.ways() : contest.ways().reversed()) {
                    contest.add(way, run(contest, way, plan.length(), "round " + round + " of " + plan.rounds()));
                }
            }
        }
        progress.done();
        return contests;
    }

    /// Messages found in the stores, those of the warm-up included.
    long verified() {
        return verified;
    }

    private Sample run(Contest contest, Way way, Duration length, String phase) {
        String at = phase + ": " + contest.name() + ", " + way.name();
        progress.at(at);
        StoreUnderLoad store = contest.store();
        var rooms = new Rooms(
                String.format(Locale.ROOT, "%s-%04d-", contest.load().key(), ++runs),
                contest.load().rooms());
        rooms.create(store.log());
        var answers = new Answers(capacity(length));
        // A round does not pay for what the one before it left on the heap.
        System.gc();
        double cpu = CpuTime.micros();
        var run = way.run(store.log(), rooms, answers, length);
        cpu = CpuTime.micros() - cpu;
        answers.requireNoRefusal();
        var ledger = answers.ledger();
        long count = ledger.acknowledged();
        var also = new LinkedHashMap<>(run.also());
        also.put("cpu µs/append", cpu / Math.max(1, count));
        var sample = new Sample(count, run.seconds(), answers.latency(), also);
        progress.at(at + ": %,.0f/s, looking all of them up".formatted(sample.perSecond()));
        var audit = new Audit(rooms, ledger);
        store.read(rooms.prefix(), audit);
        verified += audit.complete();
        return sample;
    }

    private static int capacity(Duration length) {
        return (int) Math.min(MOST, length.toMillis() * MOST_PER_SECOND / 1_000);
    }
}
