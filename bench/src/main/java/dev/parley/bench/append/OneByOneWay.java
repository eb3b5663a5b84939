package dev.parley.bench.append;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.load.Rooms;
import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.RoomLog.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/// A transaction per message, as a server without lanes would do it: so many threads, each with one message at a time
/// through the same port.
record OneByOneWay(int threads) implements Way {

    @Override
    public String name() {
        return "one transaction each, " + threads + (threads == 1 ? " connection" : " connections");
    }

    @Override
    public Run run(RoomLog log, Rooms rooms, Answers answers, Duration length) {
        long begun = System.nanoTime();
        try (var executor = Executors.newFixedThreadPool(threads)) {
            CompletableFuture.allOf(IntStream.range(0, threads)
                            .mapToObj(_ -> CompletableFuture.runAsync(
                                    () -> work(log, rooms, answers, begun + length.toNanos()), executor))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } catch (CompletionException e) {
            throw BenchFailure.wrong("an append failed: " + e.getCause() + ".");
        }
        return new Run((System.nanoTime() - begun) / 1e9, Map.of("items/tx", 1.0));
    }

    private static void work(RoomLog log, Rooms rooms, Answers answers, long end) {
        while (System.nanoTime() - end < 0) {
            int n = answers.claim();
            if (n < 0) {
                return;
            }
            var message = rooms.message(n);
            long handedIn = System.nanoTime();
            var results = log.append(List.of(message), Patience.WAIT);
            answers.answered(n, results.getFirst(), System.nanoTime() - handedIn);
        }
    }
}
