package dev.parley.architecture.planted.log;

import java.util.List;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class StartsThreads {

    Thread makesAThread(Runnable task) {
        return new Thread(task);
    }

    Function<Runnable, Thread> makesAThreadByReference() {
        return Thread::new;
    }

    Thread makesItsOwnKindOfThread() {
        return new Thread("planted") {};
    }

    void startsAThread(Thread thread) {
        thread.start();
    }

    void startsAVirtualThread(Runnable task) {
        Thread.startVirtualThread(task);
    }

    void buildsAVirtualThread(Runnable task) {
        Thread.ofVirtual().unstarted(task);
    }

    ExecutorService makesAnExecutor() {
        return Executors.newVirtualThreadPerTaskExecutor();
    }

    ExecutorService borrowsTheCommonPool() {
        return ForkJoinPool.commonPool();
    }

    void runsInTheCommonPool(Runnable task) {
        CompletableFuture.runAsync(task);
    }

    void continuesInTheCommonPool(CompletableFuture<String> future) {
        future.thenRunAsync(() -> {});
    }

    void usesTheSharedTimer(CompletableFuture<String> future) {
        future.orTimeout(1, TimeUnit.SECONDS);
    }

    Timer makesATimer() {
        return new Timer();
    }

    Stream<String> streamsInParallel(List<String> list) {
        return list.parallelStream();
    }

    IntStream turnsParallel(IntStream stream) {
        return stream.parallel();
    }
}
