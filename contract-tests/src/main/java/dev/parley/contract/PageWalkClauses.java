package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Readers that page to and fro while the log grows at its head and is trimmed at its end.
abstract class PageWalkClauses extends StoreContract {

    private static final int WALKERS = 2;
    private static final int PAGES = 4;
    private static final int READS = 300;
    private static final RoomSettings KEEPS_100 = new RoomSettings("", new Retention(100, 0), 0, false);

    private final RoomId id = new RoomId("lobby");
    private final AtomicInteger walks = new AtomicInteger();
    private final AtomicInteger overtaken = new AtomicInteger();
    private Epoch epoch = new Epoch(0, new Life("00000000"));

    @Test
    void walksAreContiguousWhileTheLogGrowsAndIsTrimmed() {
        var room = newRoom(id.value(), RoomKind.LIVE, KEEPS_100);
        epoch = state(room).epoch();
        var walkers = new AtomicInteger(WALKERS);
        long began = System.nanoTime();

        AtOnce.<Integer>run(
                WALKERS + 1,
                thread -> thread == 0 ? () -> grow(room, walkers) : () -> walk(new Random(thread), walkers));

        System.out.printf(
                "%,d page walks over %s in %.1f s, %,d of their pages overtaken by trimming, which took %,d events%n",
                walks.get(),
                log.getClass().getSimpleName(),
                (System.nanoTime() - began) / 1e9,
                overtaken.get(),
                state(room).first() - 1);
        assertThat(walks).hasValue(store.pageWalks());
        assertThat(state(room).first()).isGreaterThan(1);
    }

    private int grow(Appends room, AtomicInteger walkers) {
        int seq = 0;
        while (walkers.get() > 0 || seq < 500) {
            for (int i = 0; i < 10; i++) {
                append(room.message("m" + ++seq));
            }
            log.trim(id, 7);
            log.trim(id, 500);
        }
        return seq;
    }

    private int walk(Random random, AtomicInteger walkers) {
        try {
            for (int i = 0; i < store.pageWalks() / WALKERS; i++) {
                if (random.nextBoolean()) {
                    forwards(random);
                } else {
                    backwards(random);
                }
                walks.incrementAndGet();
            }
            return walks.get();
        } finally {
            walkers.decrementAndGet();
        }
    }

    private long somewhere(Random random) {
        var page = rows(log.page(id, new PageRequest.Newest(), 1));
        return page.first() - 1 + random.nextLong(page.head() - page.first() + 2);
    }

    private void forwards(Random random) {
        int limit = 1 + random.nextInt(20);
        long at = somewhere(random);
        for (int i = 0; i < PAGES; i++) {
            switch (log.page(id, new PageRequest.After(new Position(epoch, at)), limit)) {
                case LogPage.Rows page -> at = onwards(page, at, limit);
                case LogPage.Trimmed page -> {
                    assertThat(at).isLessThan(page.first() - 1);
                    overtaken.incrementAndGet();
                    at = page.first() - 1;
                }
                case LogPage other -> throw new AssertionError(other);
            }
        }
    }

    private static long onwards(LogPage.Rows page, long at, int limit) {
        assertThat(at).isGreaterThanOrEqualTo(page.first() - 1);
        assertContiguous(page, at + 1);
        long last = at + page.events().size();
        assertThat(page.events().size() == limit || last == page.head())
                .as("%s after %s", page, at)
                .isTrue();
        return last;
    }

    private void backwards(Random random) {
        int limit = 1 + random.nextInt(20);
        long at = somewhere(random) + 1;
        for (int i = 0; i < PAGES; i++) {
            var page = rows(log.page(id, new PageRequest.Before(new Position(epoch, at)), limit));
            long lowest = at - page.events().size();
            if (page.events().isEmpty()) {
                assertThat(at).isLessThanOrEqualTo(page.first());
                return;
            }
            assertContiguous(page, lowest);
            assertThat(lowest).isGreaterThanOrEqualTo(page.first());
            assertThat(page.events().size() == limit || lowest == page.first())
                    .as("%s before %s", page, at)
                    .isTrue();
            at = lowest;
        }
    }

    /// The one writer names its messages by the seq they must get.
    private static void assertContiguous(LogPage.Rows page, long from) {
        assertThat(page.events().stream().map(Event::seq))
                .isEqualTo(LongStream.range(from, from + page.events().size())
                        .boxed()
                        .toList());
        assertThat(page.events()).allMatch(event -> event.clientMsgId().value().equals("m" + event.seq()));
    }

    @Test
    void aPageNeverMixesTwoLives() {
        var done = new AtomicBoolean();
        newRoom(id.value());

        AtOnce.<Integer>run(2, thread -> thread == 0 ? () -> liveAndDie(done) : AtOnce.telling(done, this::watch));
    }

    private int liveAndDie(AtomicBoolean done) {
        int lives = 0;
        while (!done.get()) {
            append(Appends.to(rooms.read(id).orElseThrow()).destruction("d1", null));
            var next = newRoom(id.value());
            append(next.messages(next.terms().life().value() + "-", 10));
            log.sweep(500);
            lives++;
        }
        return lives;
    }

    private int watch() {
        for (int i = 0; i < READS; i++) {
            if (log.page(id, new PageRequest.Newest(), 500) instanceof LogPage.Rows page) {
                assertThat(page.events().size()).isEqualTo((int) page.head());
                assertThat(page.events())
                        .allMatch(event -> event.position().epoch().equals(page.epoch()));
                assertThat(page.events())
                        .allMatch(event -> saysItsLife(event) || event.type().system());
            }
        }
        return READS;
    }

    private static boolean saysItsLife(Event event) {
        return event.clientMsgId()
                .value()
                .startsWith(event.position().epoch().life().value());
    }
}
