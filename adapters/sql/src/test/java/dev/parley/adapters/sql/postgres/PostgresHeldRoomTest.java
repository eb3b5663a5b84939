package dev.parley.adapters.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.sql.Messages;
import dev.parley.contract.Appends;
import dev.parley.contract.PrivatePostgres;
import dev.parley.log.Append;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.AppendResult.Applied;
import dev.parley.log.AppendResult.Held;
import dev.parley.log.AppendResult.NoSuchRoom;
import dev.parley.log.AppendResult.Settled;
import dev.parley.log.spi.RoomLog.Patience;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A server that stops in the middle of a transaction stops the rooms it holds, and these for seconds only.
class PostgresHeldRoomTest {

    private static PostgresSettings settings;
    private static PostgresStore store;

    private Connection paused;

    @BeforeAll
    static void openStore() {
        var postgres = PrivatePostgres.shared();
        settings = PostgresSettings.of(postgres.freshDatabase(), postgres.user(), null);
        store = PostgresStore.open(settings);
    }

    @AfterAll
    static void closeStore() {
        store.close();
    }

    @BeforeEach
    void pauseAnotherServer() throws SQLException {
        paused = new Sessions(settings, new ClusterWatch()).getConnection();
        paused.setAutoCommit(false);
    }

    @AfterEach
    void endIt() throws SQLException {
        paused.close();
    }

    private void hold(String sql) throws SQLException {
        try (var statement = paused.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<Settled> append(Patience patience, Append... batch) {
        return store.roomLog().append(List.of(batch), patience);
    }

    @Test
    void aPausedHolderStopsOnlyTheRoomItHoldsAndThatForSeconds() throws SQLException {
        var held = Messages.to("held");
        var free = Messages.to("free");
        append(Patience.WAIT, held.creation(), free.creation());
        hold("select 1 from room_head where room = 'held' for no key update");
        long since = System.nanoTime();

        var results = append(
                Patience.SKIP_HELD,
                held.message("m1"),
                free.message("m1"),
                Messages.to("none").message("m1"));

        assertThat(results.get(0)).isEqualTo(new Held());
        assertThat(results.get(1)).isInstanceOf(Appended.class);
        assertThat(results.get(2)).isEqualTo(new NoSuchRoom());
        assertThat(append(Patience.WAIT, held.message("m1"), free.message("m2")).get(1))
                .isInstanceOf(Appended.class);
        await().atMost(Duration.ofSeconds(5))
                .until(() -> append(Patience.WAIT, held.message("m1")).getFirst() instanceof Appended);
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(6));
    }

    @Test
    void whoWaitsGetsTheRoomAsSoonAsItsHolderLetsGo() throws SQLException {
        var room = Messages.to("let-go");
        append(Patience.WAIT, room.creation());
        hold("update room_head set last_ts = last_ts where room = 'let-go'");

        assertThat(append(Patience.WAIT, room.message("m1"))).containsExactly(new Held());
        paused.commit();

        assertThat(append(Patience.WAIT, room.message("m1")).getFirst()).isInstanceOf(Appended.class);
    }

    @Test
    void aRoomThatAnotherServerIsCreatingIsHeldAndTheOthersGoOn() throws SQLException {
        var room = Messages.to("being-made");
        var free = Messages.to("free-too");
        append(Patience.WAIT, free.creation());
        hold("insert into room (id, title, keep_messages, keep_seconds, inbound_per_second, frozen, created_at)"
                + " values ('being-made', '', 0, 0, 0, false, 0)");

        for (Patience patience : Patience.values()) {
            var results = append(patience, room.creation(), free.message(patience.name()));

            assertThat(results.get(0)).isEqualTo(new Held());
            assertThat(results.get(1)).isInstanceOf(Appended.class);
        }
        paused.rollback();

        assertThat(append(Patience.SKIP_HELD, room.creation()).getFirst()).isInstanceOf(Applied.class);
    }

    @Test
    void whileAnotherServerHoldsTheLifecycleLogNoRoomIsMadeAndTheOthersGoOn() throws SQLException {
        var room = Appends.toNew("made-later");
        var free = Appends.toNew("free-then");
        append(Patience.WAIT, free.creation());
        hold("select 1 from lifecycle_counter for no key update");

        var results = append(Patience.WAIT, room.creation(), free.message("m1"));
        paused.rollback();

        assertThat(results.get(0)).isEqualTo(new Held());
        assertThat(results.get(1)).isInstanceOf(Appended.class);
        assertThat(append(Patience.WAIT, room.creation()).getFirst()).isInstanceOf(Applied.class);
    }

    @Test
    void whileAnotherServerHoldsTheLifecycleLogNoRoomIsDestroyedAndTheOthersHardlyWait() throws SQLException {
        var room = Appends.toNew("ends-later");
        var free = Appends.toNew("goes-on");
        append(Patience.WAIT, room.creation(), free.creation(), free.message("m0"));
        hold("select 1 from lifecycle_counter for no key update");
        long since = System.nanoTime();

        var results = append(Patience.SKIP_HELD, room.destruction("end", null), free.message("m1"));

        assertThat(results.get(0)).isEqualTo(new Held());
        assertThat(results.get(1)).isInstanceOf(Appended.class);
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofMillis(800));
        assertThat(append(Patience.WAIT, room.destruction("end", null))).containsExactly(new Held());
        paused.rollback();
        assertThat(append(Patience.WAIT, room.destruction("end", null)).getFirst())
                .isInstanceOf(Appended.class);
    }

    @Test
    void aRoomThatAnotherServerHoldsIsStillRead() throws SQLException {
        var room = Messages.to("read");
        append(Patience.WAIT, room.creation(), room.message("m1"));
        hold("update room_head set last_seq = 7 where room = 'read'");

        assertThat(store.roomReader().read(room.room()).orElseThrow().head()).isEqualTo(1);
    }
}
