package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.Offload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReadGateTest {

    private static final int ROUNDS = 20_000;

    private final ManualOffload offload = new ManualOffload();
    private final ReadGate gate = new ReadGate(offload, 3);
    private final List<Object> answers = new ArrayList<>();

    private void read(int number) {
        gate.run(
                () -> number,
                result -> answers.add(
                        switch (result) {
                            case Offload.Done<Integer>(var value) -> value;
                            case Offload.Failed<Integer>(var cause) -> cause.getMessage();
                        }));
    }

    @Test
    void soManyReadsAreUnderWayAndNoMore() {
        for (int i = 0; i < 10; i++) {
            read(i);
        }
        for (int left = 10; left > 0; left--) {
            assertThat(offload.open()).isEqualTo(Math.min(3, left));
            offload.finishNext();
        }

        assertThat(answers).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void aReadThatFailsLeavesItsPlaceToTheNext() {
        for (int i = 0; i < 5; i++) {
            read(i);
        }
        for (int i = 0; i < 3; i++) {
            offload.next().fail(new IllegalStateException("broken"));
        }
        assertThat(offload.open()).isEqualTo(2);
        offload.finishAll();

        assertThat(answers).containsExactly("broken", "broken", "broken", 3, 4);
    }

    @Test
    void theNextOneIsLetInBeforeTheAnswerIsTold() {
        gate.run(() -> 0, _ -> answers.add("open " + offload.open()));
        read(1);
        read(2);
        read(3);
        offload.finishNext();

        assertThat(answers).containsExactly("open 3");
    }

    @Test
    void whoAsksFromAnAnswerWaitsBehindTheOthers() {
        gate.run(() -> 0, _ -> read(9));
        for (int i = 1; i < 5; i++) {
            read(i);
        }
        offload.finishAll();

        assertThat(answers).containsExactly(1, 2, 3, 4, 9);
    }

    @Test
    @Timeout(60)
    void manyThreadsNeitherExceedTheBoundNorAreForgotten() throws Exception {
        int threads = 8;
        int reads = 2_000;
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var answered = new CountDownLatch(threads * reads);
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor();
                ExecutorService askers = Executors.newFixedThreadPool(threads)) {
            var crowded = new ReadGate(at(pool), 3);
            Callable<Integer> read = () -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.yield();
                return running.decrementAndGet();
            };
            for (int i = 0; i < threads; i++) {
                askers.execute(() -> {
                    for (int n = 0; n < reads; n++) {
                        crowded.run(read, _ -> answered.countDown());
                    }
                });
            }
            assertThat(answered.await(50, TimeUnit.SECONDS))
                    .as("%s were never read", answered.getCount())
                    .isTrue();
        }
        assertThat(most.get()).isBetween(1, 3);
    }

    /// Two who ask in the same moment, over and over: whoever of them is last must not be left behind.
    @Test
    @Timeout(60)
    void nobodyIsLeftWaitingWhenTwoAskAtOnce() throws Exception {
        var lone = new ReadGate(at(Runnable::run), 1);
        var round = new AtomicInteger();
        var answered = new AtomicInteger();
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            other.execute(() -> {
                for (int i = 1; i <= ROUNDS && awaitUntil(round, i); i++) {
                    lone.run(() -> 0, _ -> answered.incrementAndGet());
                }
            });
            for (int i = 1; i <= ROUNDS; i++) {
                round.set(i);
                lone.run(() -> 0, _ -> answered.incrementAndGet());
                assertThat(awaitUntil(answered, 2 * i)).as("round %s", i).isTrue();
            }
        }
    }

    private static boolean awaitUntil(AtomicInteger counter, int value) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (counter.get() < value) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    private static Offload at(Executor executor) {
        return new Offload() {
            @Override
            public <T> void run(Callable<T> call, Consumer<Result<T>> callback) {
                executor.execute(() -> callback.accept(result(call)));
            }
        };
    }

    private static <T> Offload.Result<T> result(Callable<T> call) {
        try {
            return new Offload.Done<>(call.call());
        } catch (Exception e) {
            return new Offload.Failed<>(e);
        }
    }
}
