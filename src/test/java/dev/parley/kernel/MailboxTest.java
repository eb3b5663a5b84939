package dev.parley.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MailboxTest {

    private final List<Object> handled = new ArrayList<>();
    private final Queue<Runnable> handedOver = new ArrayDeque<>();
    private final AtomicReference<Consumer<Integer>> handler = new AtomicReference<>(handled::add);
    private final Mailbox<Integer> mailbox =
            new Mailbox<>(handedOver::add, message -> handler.get().accept(message));

    @Test
    void whoTellsTheFirstMessageHandlesIt() {
        mailbox.tell(1);
        mailbox.tell(2);

        assertThat(handled).containsExactly(1, 2);
        assertThat(handedOver).isEmpty();
    }

    @Test
    void aMessageToldByTheHandlerComesAfterTheCurrentOne() {
        handler.set(message -> {
            handled.add("begin " + message);
            if (message < 3) {
                mailbox.tell(message + 1);
                mailbox.tell(message + 10);
            }
            handled.add("end " + message);
        });
        mailbox.tell(1);

        assertThat(handled)
                .containsExactly(
                        "begin 1",
                        "end 1",
                        "begin 2",
                        "end 2",
                        "begin 11",
                        "end 11",
                        "begin 3",
                        "end 3",
                        "begin 12",
                        "end 12");
    }

    @Test
    void after64MessagesTheRestIsHandedOver() {
        handler.set(message -> {
            handled.add(message);
            if (message == 0) {
                IntStream.rangeClosed(1, 199).forEach(mailbox::tell);
            }
        });
        mailbox.tell(0);
        assertThat(handled).hasSize(64);
        assertThat(handedOver).hasSize(1);

        mailbox.tell(200);
        assertThat(handled).as("whoever comes meanwhile only adds").hasSize(64);
        while (!handedOver.isEmpty()) {
            handedOver.remove().run();
        }

        assertThat(handled).isEqualTo(IntStream.rangeClosed(0, 200).boxed().toList());
    }

    @Test
    void exactly64MessagesNeedNoHandOver() {
        handler.set(message -> {
            handled.add(message);
            if (message == 0) {
                IntStream.range(1, 64).forEach(mailbox::tell);
            }
        });
        mailbox.tell(0);
        mailbox.tell(64);

        assertThat(handled).hasSize(65);
        assertThat(handedOver).isEmpty();
    }

    @Test
    void aHandlerThatThrowsKeepsNothingBehind() {
        handler.set(message -> {
            handled.add(message);
            switch (message) {
                case 1 -> {
                    mailbox.tell(2);
                    throw new IllegalStateException("planned");
                }
                case 2 -> {
                    mailbox.tell(3);
                    throw new AssertionError("planned");
                }
                default -> {}
            }
        });
        mailbox.tell(1);
        mailbox.tell(4);

        assertThat(handled).containsExactly(1, 2, 3, 4);
    }

    @Test
    void anExecutorThatTakesNothingAnyMoreLosesNothing() {
        var closed = new Mailbox<Integer>(
                _ -> {
                    throw new RejectedExecutionException("planned");
                },
                message -> handler.get().accept(message));
        handler.set(message -> {
            handled.add(message);
            if (message == 0) {
                IntStream.range(1, 300).forEach(closed::tell);
            }
        });
        closed.tell(0);

        assertThat(handled).hasSize(300);
    }

    /// The handler's state has no guard of its own: lost updates, two threads at once, or a lost wake-up would show.
    @Test
    @Timeout(60)
    void manyThreadsAreHandledOneAtATimeAndEachInItsOrder() throws InterruptedException {
        int threads = 8;
        int each = 50_000;
        var state = new Object() {
            final int[] last = new int[threads];
            int count;
            int outOfOrder;
            boolean busy;
            int overlaps;
        };
        var done = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            var shared = new Mailbox<int[]>(executor, message -> {
                if (state.busy) {
                    state.overlaps++;
                }
                state.busy = true;
                if (message[1] != state.last[message[0]] + 1) {
                    state.outOfOrder++;
                }
                state.last[message[0]] = message[1];
                state.busy = false;
                if (++state.count == threads * each) {
                    done.countDown();
                }
            });
            List<Thread> tellers = IntStream.range(0, threads)
                    .mapToObj(t -> Thread.ofPlatform()
                            .start(() -> IntStream.rangeClosed(1, each).forEach(i -> shared.tell(new int[] {t, i}))))
                    .toList();
            for (Thread teller : tellers) {
                teller.join();
            }
            assertThat(done.await(30, TimeUnit.SECONDS))
                    .as("handled %d", state.count)
                    .isTrue();
        }
        assertThat(state.count).isEqualTo(threads * each);
        assertThat(state.outOfOrder).isZero();
        assertThat(state.overlaps).isZero();
    }

    /// Short bursts, so that the moment between the last message and idleness is met often.
    @Test
    @Timeout(60)
    void noMessageIsLeftBehindWhenTheBoxBecomesIdle() throws InterruptedException {
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 20_000; round++) {
                var both = new CountDownLatch(2);
                var box = new Mailbox<Integer>(executor, _ -> both.countDown());
                executor.execute(() -> box.tell(1));
                box.tell(2);
                assertThat(both.await(10, TimeUnit.SECONDS))
                        .as("round %d", round)
                        .isTrue();
            }
        }
    }
}
