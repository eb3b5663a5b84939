package dev.parley.bench.append;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.load.Rooms;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendObserver;
import dev.parley.log.spi.RoomLog;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// Through the core's lanes, as the server does it, with a fixed number of messages under way: one thread makes a
/// message and hands it in as soon as an earlier one was answered.
record LanesWay(int inFlight) implements Way {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "lanes, %,d in flight".formatted(inFlight);
    }

    @Override
    public Run run(RoomLog log, Rooms rooms, Answers answers, Duration length) {
        var batches = new Batches();
        try (var node = new Node()) {
            var lanes = node.lanes(log, batches);
            long begun = System.nanoTime();
            handIn(lanes, rooms, answers, begun + length.toNanos());
            return new Run((System.nanoTime() - begun) / 1e9, Map.of("items/tx", batches.mean()));
        }
    }

    /// Returns when everything was answered.
    private void handIn(AppendLanes lanes, Rooms rooms, Answers answers, long end) {
        var free = new Semaphore(inFlight);
        while (System.nanoTime() - end < 0) {
            free.acquireUninterruptibly();
            int n = answers.claim();
            if (n < 0) {
                free.release();
                break;
            }
            var message = rooms.message(n);
            long handedIn = System.nanoTime();
            lanes.append(message, result -> {
                answers.answered(n, result, System.nanoTime() - handedIn);
                free.release();
            });
        }
        awaitAll(free);
    }

    private void awaitAll(Semaphore free) {
        try {
            if (!free.tryAcquire(inFlight, LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
                throw BenchFailure.wrong(
                        "appends were not answered within " + LONGEST_WAIT.toSeconds() + " s of the last hand-in.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BenchFailure.wrong("the benchmark was interrupted.");
        }
    }

    /// How many items went into a transaction.
    private static final class Batches implements AppendObserver {

        private final LongAdder transactions = new LongAdder();
        private final LongAdder items = new LongAdder();

        @Override
        public void transaction(int count, Duration took) {
            transactions.increment();
            items.add(count);
        }

        double mean() {
            return transactions.sum() == 0 ? 0 : (double) items.sum() / transactions.sum();
        }
    }
}
