package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.OffloadFullException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class VirtualThreadOffloadTest {

    private static final int LIMIT = 3;

    private final VirtualThreadOffload offload = new VirtualThreadOffload(LIMIT);
    private final CountDownLatch gate = new CountDownLatch(1);

    @AfterEach
    void close() {
        gate.countDown();
        offload.close();
    }

    private <T> CompletableFuture<Result<T>> run(java.util.concurrent.Callable<T> call) {
        var result = new CompletableFuture<Result<T>>();
        offload.run(call, result::complete);
        return result;
    }

    private List<CompletableFuture<Result<String>>> fill() {
        List<CompletableFuture<Result<String>>> results = new ArrayList<>();
        for (int i = 0; i < LIMIT; i++) {
            results.add(run(() -> {
                gate.await();
                return "done";
            }));
        }
        return results;
    }

    @Test
    void aCallRunsOnAVirtualThreadAndItsCallbackOnTheSame() throws Exception {
        var threads = new CompletableFuture<List<Thread>>();

        offload.run(
                Thread::currentThread,
                result -> threads.complete(List.of(((Done<Thread>) result).value(), Thread.currentThread())));

        assertThat(threads.get().getFirst().isVirtual()).isTrue();
        assertThat(threads.get().getLast()).isSameAs(threads.get().getFirst());
    }

    @Test
    void beyondTheLimitACallFailsAtOnceAndIsNotBegun() throws Exception {
        var running = fill();

        var refused = run(() -> {
            throw new AssertionError("begun");
        });

        assertThat(refused)
                .isCompletedWithValueMatching(
                        result -> result instanceof Failed<?>(var cause) && cause instanceof OffloadFullException);
        assertThat(offload.underWay()).isEqualTo(LIMIT);
        gate.countDown();
        for (var result : running) {
            assertThat(result.get()).isEqualTo(new Done<>("done"));
        }
    }

    @Test
    void aCallbackMayBeginTheNextCallInPlaceOfItsOwn() throws Exception {
        var running = fill();
        var next = new CompletableFuture<Result<String>>();
        var chained = new CompletableFuture<Void>();
        gate.countDown();
        for (var result : running) {
            result.get();
        }
        var only = new VirtualThreadOffload(1);

        only.run(() -> "first", _ -> {
            only.run(() -> "second", next::complete);
            chained.complete(null);
        });

        chained.get();
        assertThat(next.get()).isEqualTo(new Done<>("second"));
    }

    @Test
    void exceptionsAndErrorsAreResults() throws Exception {
        var exception = new java.io.IOException("broken");

        assertThat(run(() -> {
                            throw exception;
                        })
                        .get())
                .isEqualTo(new Failed<>(exception));
        assertThat(run(() -> {
                            throw new StackOverflowError();
                        })
                        .get())
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.cause()).hasCauseInstanceOf(StackOverflowError.class));
    }

    @Test
    void afterTheEndACallIsDroppedAndCountsForNothing() {
        offload.close();

        assertThat(run(() -> "late")).isNotDone();
        assertThat(offload.underWay()).isZero();
    }

    @Test
    void theEndWaitsForCallsUnderWay() throws Exception {
        var began = new CountDownLatch(1);
        var result = run(() -> {
            began.countDown();
            gate.await();
            return "done";
        });
        began.await();
        Thread.ofVirtual().start(gate::countDown);

        offload.close();

        assertThat(result.get(0, TimeUnit.SECONDS)).isEqualTo(new Done<>("done"));
    }
}
