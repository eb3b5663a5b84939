package dev.parley.adapters.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.adapters.sql.Messages;
import dev.parley.adapters.sql.store.Writes.Work;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.spi.BatchRejectedException;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.log.spi.StoreUnavailableException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The writer when its file gives it trouble.
class SqliteWriterTest {

    private static final long NO_LIMIT = 1_000_000;

    @TempDir
    Path folder;

    private final AtomicLong maxPages = new AtomicLong(NO_LIMIT);
    private final AtomicLong opened = new AtomicLong();
    private SqliteDatabase database;
    private SqliteWriter writer;

    @BeforeEach
    void start() throws SQLException {
        database = new SqliteDatabase(folder.resolve("parley.db"));
        database.migrate();
        writer = new SqliteWriter(
                new WriterConnection(this::connect, new SqliteDialect(InstantSource.system()), _ -> {}));
        writer.start();
    }

    @AfterEach
    void stop() {
        writer.close();
    }

    private Connection connect() throws SQLException {
        opened.incrementAndGet();
        var connection = database.openWriter();
        execute(connection, "pragma max_page_count = " + maxPages);
        return connection;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Settled append(Messages room, String id) {
        return writer.append(List.of(room.message(id))).getFirst();
    }

    @Test
    void whatOneCallerSentDoesNotFailThoseWhoShareHisTransaction() throws Exception {
        var good = Messages.to("good");
        var spoilt = Messages.to("spoilt");
        writer.append(List.of(good.creation(), spoilt.creation()));
        try (var other = database.openWriter()) {
            execute(other, """
                    insert into message (room, life, seq, sender, client_msg_id, hash, type, tier, data, ts)
                    values ('spoilt', 'abcd1234', 1, 'bob', 'x', 0, 'text', 1, '1', 0)
                    """);
        }

        var answers = whileTheWriterIsBusy(
                List.of(good.message("g1")), List.of(spoilt.message("s1")), List.of(good.message("g2")));

        assertThat(answers.get(0).get().getFirst()).isInstanceOf(Appended.class);
        assertThat(answers.get(2).get().getFirst()).isInstanceOf(Appended.class);
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> answers.get(1).get())
                .withCauseInstanceOf(BatchRejectedException.class);
        assertThat(((Appended) append(good, "g3")).event().seq()).isEqualTo(3);
    }

    /// Hands the batches in while the writer does something else, so that they wait for one transaction.
    @SafeVarargs
    private List<Future<List<Settled>>> whileTheWriterIsBusy(List<Append>... batches) throws InterruptedException {
        return whileTheWriterIsBusy(() -> {}, batches);
    }

    /// @param end how the other thing ends
    @SafeVarargs
    private List<Future<List<Settled>>> whileTheWriterIsBusy(Runnable end, List<Append>... batches)
            throws InterruptedException {
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Work<Boolean> wait = _ -> {
            begun.countDown();
            boolean awaited = await(goOn);
            end.run();
            return awaited;
        };
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            callers.submit(() -> writer.write(wait));
            begun.await();
            var answers = new ArrayList<Future<List<Settled>>>();
            for (var batch : batches) {
                answers.add(callers.submit(() -> writer.append(batch)));
            }
            Awaitility.await().until(() -> writer.waiting() == batches.length);
            goOn.countDown();
            return answers;
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFullDiskRefusesAndHealsWithoutARestart() {
        var room = Messages.to("lobby");
        writer.append(List.of(room.creation()));
        append(room, "m1");
        fill();
        var big = room.message("big", "\"" + "x".repeat(100_000) + "\"");

        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> writer.append(List.of(big)))
                .withMessageContaining("SQLITE_FULL");
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> writer.append(List.of(big)));

        maxPages.set(NO_LIMIT);
        assertThat(append(room, "m2")).isInstanceOf(Appended.class);
        assertThat(((Appended) writer.append(List.of(big)).getFirst()).event().seq())
                .isEqualTo(3);
    }

    /// From the next connection on there is no page left.
    private void fill() {
        maxPages.set(1);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> writer.write(_ -> {
                    throw new IllegalStateException("a new connection, please");
                }));
    }

    @Test
    void aFileLockedByAnotherProgramRefusesAndHealsWithoutARestart() throws SQLException {
        var room = Messages.to("lobby");
        writer.append(List.of(room.creation()));
        try (var other = database.openWriter()) {
            other.setAutoCommit(false);
            execute(other, "update store set appends = appends");

            assertThatExceptionOfType(StoreUnavailableException.class)
                    .isThrownBy(() -> append(room, "m1"))
                    .withMessageContaining("SQLITE_BUSY");
        }

        assertThat(((Appended) append(room, "m1")).event().seq()).isEqualTo(1);
    }

    @Test
    void aConnectionIsOpenedAnewOnlyAfterAFailure() {
        var room = Messages.to("lobby");
        writer.append(List.of(room.creation()));
        for (int i = 0; i < 20; i++) {
            append(room, "m" + i);
        }

        assertThat(opened).hasValue(1);
    }

    @Test
    void aRoomThatAnotherProgramChangedIsReadAgain() throws SQLException {
        var room = Messages.to("lobby");
        writer.append(List.of(room.creation()));
        append(room, "m1");
        try (var other = database.openWriter()) {
            execute(other, "update room_head set last_seq = 10 where room = 'lobby'");
        }

        assertThat(((Appended) append(room, "m2")).event().seq()).isEqualTo(11);
    }

    @Test
    void aRoomThatOtherWorkChangedIsReadAgain() {
        var room = Messages.to("lobby");
        writer.append(List.of(room.creation()));
        append(room, "m1");
        writer.write(sql -> sql.execute("update room_head set last_seq = 10 where room = 'lobby'"));

        assertThat(((Appended) append(room, "m2")).event().seq()).isEqualTo(11);
    }

    @Test
    void whatAFailedTransactionWouldHaveMadeOfARoomIsForgotten() throws SQLException {
        var room = Messages.to("lobby");
        writer.append(List.of(room.creation()));
        append(room, "m1");
        try (var other = database.openWriter()) {
            execute(
                    other,
                    "create trigger refuse before insert on message when new.client_msg_id = 'bad'"
                            + " begin select raise(abort, 'planned'); end");
        }

        assertThatExceptionOfType(BatchRejectedException.class).isThrownBy(() -> append(room, "bad"));
        assertThat(((Appended) append(room, "m2")).event().seq()).isEqualTo(2);
    }

    @Test
    void anErrorInTheWritersThreadFailsWhoWaitsAndClosesTheStore() throws Exception {
        var room = Messages.to("lobby");
        writer.append(List.of(room.creation()));
        var generation = new SqliteGeneration(new KnownGeneration(), writer);
        assertThat(generation.current()).isEqualTo(1);

        var answers = whileTheWriterIsBusy(
                () -> {
                    throw new LinkageError("planned");
                },
                List.of(room.message("m1")),
                List.of(room.message("m2")));

        assertThat(answers)
                .allSatisfy(answer -> assertThatExceptionOfType(ExecutionException.class)
                        .isThrownBy(() -> answer.get(2, TimeUnit.SECONDS))
                        .withCauseInstanceOf(StoreUnavailableException.class));
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> append(room, "m3"));
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(generation::current);
    }

    @Test
    void anErrorBetweenCommitAndAnswerLeavesTheOutcomeOpen() {
        var room = Messages.to("lobby");
        writer.close();
        writer = new SqliteWriter(new WriterConnection(this::connect, new SqliteDialect(InstantSource.system()), _ -> {
            throw new LinkageError("planned");
        }));
        writer.start();

        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> writer.append(List.of(room.creation())))
                .withCauseInstanceOf(LinkageError.class);
        assertThat(writer.isOpen()).isFalse();
    }

    @Test
    void whoDoesNotWaitIsToldByTheWriterAfterTheCommit() throws Exception {
        var room = Messages.to("lobby");
        writer.append(List.of(room.creation()));
        var landed = new CompletableFuture<String>();

        writer.append(
                List.of(room.message("m1")),
                result -> landed.complete(
                        rows() + " by " + Thread.currentThread().getName() + ": " + (result instanceof Done)));

        assertThat(landed.get(5, TimeUnit.SECONDS)).isEqualTo("1 by parley-sqlite-writer: true");
    }

    private int rows() {
        try (var other = database.openWriter();
                var statement = other.createStatement();
                var row = statement.executeQuery("select count(*) from message")) {
            return row.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoDoesNotWaitIsToldThatTheWriterTakesNothingMore() {
        writer.close();
        var told = new ArrayList<Result<List<Settled>>>();

        writer.append(List.of(Messages.to("lobby").creation()), told::add);

        assertThat(told)
                .singleElement()
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.cause()).isInstanceOf(StoreUnavailableException.class));
    }

    private static final class KnownGeneration implements StoreGeneration {
        @Override
        public long current() {
            return 1;
        }

        @Override
        public long raise(long known) {
            return known;
        }
    }
}
