package dev.parley.architecture.planted.log;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TransferQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

public class Waits {

    Semaphore semaphore;
    Phaser phaser;
    CyclicBarrier barrier;
    CountDownLatch[] latches;
    List<TransferQueue<String>> queues;

    void waitsOnItself() throws InterruptedException {
        wait();
    }

    void waitsForAWhile(Object lock) throws InterruptedException {
        lock.wait(10);
    }

    void wakesOthers(Object lock) {
        lock.notifyAll();
    }

    void sleeps() throws InterruptedException {
        Thread.sleep(10);
    }

    void joinsAThread(Thread thread) throws InterruptedException {
        thread.join();
    }

    void spins() {
        Thread.onSpinWait();
    }

    Object getsAFuture(Future<?> future) throws Exception {
        return future.get();
    }

    Object getsAFutureWithinTime(Future<?> future) throws Exception {
        return future.get(1, TimeUnit.SECONDS);
    }

    Object getsACompletableFuture(CompletableFuture<?> future) throws Exception {
        return future.get();
    }

    Object joinsACompletableFuture(CompletableFuture<?> future) {
        return future.join();
    }

    Function<CompletableFuture<String>, String> joinsByReference() {
        return CompletableFuture::join;
    }

    Runnable joinsInALambda(CompletableFuture<String> future) {
        return () -> future.join();
    }

    Object joinsATask(ForkJoinTask<?> task) {
        return task.join();
    }

    void invokesAll(ExecutorService executor, List<Callable<String>> calls) throws InterruptedException {
        executor.invokeAll(calls);
    }

    void closesAnExecutor(ExecutorService executor) {
        executor.close();
    }

    void waitsForAProcess(Process process) throws InterruptedException {
        process.waitFor();
    }

    void takesFromAQueue(ArrayBlockingQueue<String> queue) throws InterruptedException {
        queue.take();
    }

    void drainsAQueue(ArrayBlockingQueue<String> queue) {
        queue.drainTo(new ArrayList<>());
    }

    void locks() {
        new ReentrantLock().lock();
    }

    void parks() {
        LockSupport.parkNanos(1);
    }
}
