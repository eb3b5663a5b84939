package dev.parley.adapters.sql.copy;

import static dev.parley.adapters.sql.copy.CopyScene.LOBBY;
import static dev.parley.adapters.sql.copy.CopyScene.connect;
import static dev.parley.adapters.sql.copy.CopyScene.dump;
import static dev.parley.adapters.sql.copy.CopyScene.execute;
import static dev.parley.adapters.sql.copy.CopyScene.freshDatabase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.access.spi.SigningKeyStore.SigningKey;
import dev.parley.adapters.sql.postgres.PostgresStore;
import dev.parley.adapters.sql.sqlite.KeysBesideServer;
import dev.parley.adapters.sql.sqlite.SqliteStore;
import dev.parley.cluster.Node;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.UserId;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.spi.RoomLog.Patience;
import dev.parley.log.spi.StoreNotOpenedException;
import dev.parley.log.spi.StoreUnavailableException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreCopyTest {

    private static final Node SERVER = new Node(new NodeId("node-0001"), "box:8080", "m", null, "local");

    @TempDir
    Path folder;

    private final CopyScene scene = new CopyScene();

    private static Appended append(dev.parley.adapters.sql.store.SqlStore store, String id) {
        return (Appended) store.roomLog()
                .append(List.of(LOBBY.message(id)), Patience.WAIT)
                .getFirst();
    }

    @Test
    void everyKindOfRowArrivesAndGoesBackTheSame() throws SQLException {
        String from = scene.fill(folder.resolve("a"));
        var before = dump(from);
        String database = freshDatabase();

        var copied = scene.copy(from, database);

        assertThat(dump(database)).isEqualTo(before);
        assertThat(before.values()).as("the scene has rows of every kind").noneMatch(List::isEmpty);
        assertThat(copied.rows()).containsEntry("message", 23L).containsEntry("room", 2L);
        assertThat(copied.generation()).isEqualTo(3);

        String back = "sqlite:" + folder.resolve("b");
        scene.copy(database, back);

        assertThat(dump(back)).isEqualTo(before);
        assertThat(scene.keysIn(folder.resolve("b")).present().stream().map(SigningKey::id))
                .containsExactly("k1", "k0");
    }

    @Test
    void theLogGoesOnUnderTheSameEpochAndKnowsItsRepeats() throws SQLException {
        String from = scene.fill(folder.resolve("a"));
        String database = freshDatabase();
        scene.copy(from, database);

        for (int start = 1; start <= 2; start++) {
            try (var store = CopyScene.open(database)) {
                assertThat(store.generation().current()).isEqualTo(3);
                var repeat = append(store, "m7");
                assertThat(repeat.duplicate()).isTrue();
                assertThat(repeat.event().seq()).isEqualTo(7);
                var next = append(store, "n" + start);
                assertThat(next.duplicate()).isFalse();
                assertThat(next.event().seq()).isEqualTo(20 + start);
                assertThat(next.event().position().epoch())
                        .isEqualTo(repeat.event().position().epoch());
                assertThat(store.signingKeys().keys().stream().map(SigningKey::id))
                        .containsExactly("k1", "k0");
            }
        }
        String back = "sqlite:" + folder.resolve("b");
        scene.copy(database, back);
        for (int start = 1; start <= 2; start++) {
            try (var store = SqliteStore.open(folder.resolve("b"), InstantSource.system())) {
                assertThat(store.generation().current()).isEqualTo(3);
                assertThat(append(store, "n1").event().seq()).isEqualTo(21);
            }
        }
    }

    @Test
    void interruptedAfterAnyBatchItGoesOnAndNothingIsThereTwice() throws SQLException {
        String from = scene.fill(folder.resolve("a"));
        var before = dump(from);
        String database = freshDatabase();
        int interruptions = 0;
        boolean complete = false;
        while (!complete) {
            try (var source = scene.ends.source(from);
                    var target =
                            new FaultyEnd(scene.ends.target(database), 1 + interruptions % 3, StoreCopyTest::killed)) {
                CopyScene.copy(source, target, false);
                complete = true;
            } catch (SQLException e) {
                assertThat(e.getMessage()).isEqualTo("killed");
                interruptions++;
                assertThatExceptionOfType(StoreNotOpenedException.class)
                        .isThrownBy(() -> CopyScene.open(database))
                        .withMessageContaining("not complete");
            }
            assertThat(interruptions).isLessThan(100);
        }

        assertThat(interruptions).as("each run did few batches").isGreaterThan(5);
        assertThat(dump(database)).isEqualTo(before);
        CopyScene.open(database).close();
    }

    /// After the rows of the batch, before its commit.
    private static void killed(CopyEnd end, CopiedTable table, List<StoredRow> rows) throws SQLException {
        end.insert(table, rows);
        throw new SQLException("killed");
    }

    @Test
    void whatArrivedOtherwiseThanItLeftIsNamedAndNotServed() throws SQLException {
        String from = scene.fill(folder.resolve("a"));
        String database = freshDatabase();
        try (var source = scene.ends.source(from);
                var target = new FaultyEnd(scene.ends.target(database), 0, StoreCopyTest::altered)) {
            assertThatExceptionOfType(CopyRefusedException.class)
                    .isThrownBy(() -> CopyScene.copy(source, target, false))
                    .withMessageContaining("of message")
                    .withMessageContaining("room 'odd.title' with 2 rows")
                    .withMessageContaining("--restart");
        }
        assertThatThrownBy(() -> CopyScene.open(database)).hasMessageContaining("not complete");
        SqliteStore.open(folder.resolve("a"), InstantSource.system()).close();

        scene.copy(from, database, true);

        assertThat(dump(database)).isEqualTo(dump(from));
    }

    private static void altered(CopyEnd end, CopiedTable table, List<StoredRow> rows) throws SQLException {
        List<StoredRow> altered = new ArrayList<>();
        for (StoredRow row : rows) {
            var values = new ArrayList<>(row.values());
            values.replaceAll(value -> "four".equals(value) ? "five" : value);
            altered.add(new StoredRow(values));
        }
        end.insert(table, altered);
    }

    @Test
    void aStoreThatWasMovedAwayIsNotServedUnlessAsAnotherOne() throws SQLException {
        String from = scene.fill(folder.resolve("a"));
        String database = freshDatabase();
        scene.copy(from, database);

        assertThatExceptionOfType(StoreNotOpenedException.class)
                .isThrownBy(() -> SqliteStore.open(folder.resolve("a"), InstantSource.system()))
                .withMessageContaining("was moved to " + database)
                .withMessageContaining("parley.accept-moved-store=true");
        assertThatThrownBy(() -> scene.copy(from, freshDatabase())).hasMessageContaining("was moved to");
        long apart;
        try (var store = SqliteStore.open(folder.resolve("a"), InstantSource.system(), true)) {
            apart = store.generation().current();
            assertThat(apart).isGreaterThanOrEqualTo(1_003);
        }
        try (var store = SqliteStore.open(folder.resolve("a"), InstantSource.system())) {
            assertThat(store.generation().current()).as("once").isEqualTo(apart);
        }

        String back = "sqlite:" + folder.resolve("b");
        scene.copy(database, back);
        assertThatThrownBy(() -> CopyScene.open(database)).hasMessageContaining("was moved to " + back);
        try (var store = PostgresStore.open(CopyScene.settings(database), true)) {
            assertThat(store.generation().current())
                    .as("two that were parted from one store are not the same either")
                    .isGreaterThanOrEqualTo(1_003)
                    .isNotEqualTo(apart);
        }
    }

    @Test
    void aServerThatEntersBesideACopyEndsItBeforeTheSourceIsClosed() throws SQLException {
        String from = freshDatabase();
        scene.copy(scene.fill(folder.resolve("a")), from);
        String to = "sqlite:" + folder.resolve("b");
        try (var source = scene.ends.source(from);
                var running = CopyScene.open(from);
                var target = scene.ends.target(to)) {
            assertThatExceptionOfType(CopyRefusedException.class)
                    .isThrownBy(() -> CopyScene.copy(source, target, false, table -> {
                        if (table.equals("store")) {
                            running.nodes().renew(SERVER, Duration.ofSeconds(15));
                        }
                    }))
                    .withMessageContaining("the server at box:8080");
            running.requireOpen();
            running.nodes().leave(SERVER.id());
        }
        assertThatThrownBy(() -> SqliteStore.open(folder.resolve("b"), InstantSource.system()))
                .hasMessageContaining("not complete");

        try (var running = CopyScene.open(from)) {
            scene.copy(from, to);
            assertThatExceptionOfType(StoreNotOpenedException.class)
                    .as("who opened it before the copy looks again once it is in the directory")
                    .isThrownBy(running::requireOpen)
                    .withMessageContaining("was moved to " + to);
        }
    }

    @Test
    void aTargetThatWasOpenedBeforeTheCopyIsNotServedHalfFull() throws SQLException {
        String from = scene.fill(folder.resolve("a"));
        String database = freshDatabase();
        try (var opened = CopyScene.open(database)) {
            opened.requireOpen();
            try (var source = scene.ends.source(from);
                    var target = new FaultyEnd(scene.ends.target(database), 4, StoreCopyTest::killed)) {
                assertThatThrownBy(() -> CopyScene.copy(source, target, false)).hasMessage("killed");
            }
            assertThatThrownBy(opened::requireOpen).hasMessageContaining("not complete");
        }
    }

    @Test
    void aKeyThatIsMadeAfterTheComparisonIsFound() throws SQLException {
        String from = freshDatabase();
        scene.copy(scene.fill(folder.resolve("a")), from);
        String to = "sqlite:" + folder.resolve("b");
        try (var source = scene.ends.source(from);
                var target = scene.ends.target(to)) {
            assertThatThrownBy(() -> CopyScene.copy(source, target, false, table -> {
                        if (table.equals("store")) {
                            makeKey(from);
                        }
                    }))
                    .isInstanceOf(CopyRefusedException.class)
                    .hasMessageContaining("of api_key");
        }

        scene.copy(from, to, true);

        assertThat(dump(to)).isEqualTo(dump(from));
        assertThat(dump(to).get("api_key")).hasSize(2);
    }

    private static void makeKey(String address) {
        try {
            execute(address, "insert into api_key values ('late', 'cd34', 'lobby:publish', 12)");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void noKeyIsMadeBesideAStoreThatWasMovedAway() throws SQLException {
        String from = scene.fill(folder.resolve("a"));
        String database = freshDatabase();
        scene.copy(from, database);
        var keys = new KeysBesideServer(folder.resolve("a"), InstantSource.system());
        try (var held = scene.ends.source(from)) {
            assertThatThrownBy(() -> keys.remove(new UserId("billing")))
                    .as("%s is in use", held.place())
                    .isInstanceOf(StoreNotOpenedException.class)
                    .hasMessageContaining("was moved to " + database);
        }
    }

    @Test
    void aRestartThatIsRefusedLeavesWhatIsThere() throws SQLException {
        String moved = scene.fill(folder.resolve("a"));
        scene.copy(moved, freshDatabase());
        String from = scene.fill(folder.resolve("b"));
        String database = freshDatabase();
        try (var source = scene.ends.source(from);
                var target = new FaultyEnd(scene.ends.target(database), 4, StoreCopyTest::killed)) {
            assertThatThrownBy(() -> CopyScene.copy(source, target, false)).hasMessage("killed");
        }
        var before = dump(database);

        assertThatThrownBy(() -> scene.copy(moved, database, true)).hasMessageContaining("was moved to");

        assertThat(dump(database)).isEqualTo(before);
        scene.copy(from, database);
        assertThat(dump(database)).isEqualTo(dump(from));
    }

    @Test
    void aDatabaseThatIsLostOnTheWayIsSaidToBeThat() throws SQLException {
        String database = freshDatabase();
        try (var target = scene.ends.target(database)) {
            target.holdNow();
            execute(database, """
                    do $$ begin
                        perform pg_terminate_backend(pid, 5000) from pg_stat_activity
                        where datname = current_database() and pid <> pg_backend_pid();
                    end $$
                    """);

            assertThatThrownBy(target::holdNow)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("PostgreSQL cannot be used");
        }
    }

    @Test
    void aStoreInUseIsNeitherCopiedNorCopiedTo() throws SQLException {
        String from = scene.fill(folder.resolve("a"));
        String database = freshDatabase();
        try (var running = SqliteStore.open(folder.resolve("a"), InstantSource.system())) {
            assertThat(running.generation().current()).isEqualTo(3);
            assertThatThrownBy(() -> scene.copy(from, database))
                    .hasMessageContaining("in use by another Parley server");
        }
        try (var running = CopyScene.open(database)) {
            running.nodes().renew(SERVER, Duration.ofSeconds(15));
            assertThatThrownBy(() -> scene.copy(from, database))
                    .isInstanceOf(CopyRefusedException.class)
                    .hasMessageContaining("the server at box:8080");
            running.nodes().leave(SERVER.id());
        }
        try (var target = scene.ends.target(database);
                var running = CopyScene.open(database)) {
            assertThat(target.place()).isEqualTo(database);
            assertThat(running.nodes().live())
                    .as("a server that starts finds the copy")
                    .singleElement()
                    .satisfies(node -> assertThat(node.node().fanout()).isEqualTo("copy"));
            assertThatThrownBy(() -> scene.copy(from, database)).hasMessageContaining("under way");
        }
    }

    @Test
    void whatACopyThatWasKilledLeftInTheDirectoryKeepsNoServerAwayAfterTheNext() throws SQLException {
        String from = scene.fill(folder.resolve("a"));
        String database = freshDatabase();
        try (var running = CopyScene.open(database)) {
            var killed = new Node(new NodeId("node-0002"), "elsewhere (./parley copy)", "m", null, Node.COPY);
            running.nodes().renew(killed, Duration.ofMinutes(10));
            scene.copy(from, database);
            assertThat(running.nodes().live()).isEmpty();
        }
    }

    @Test
    void aTargetThatHoldsAnythingElseIsRefused() throws SQLException {
        String from = scene.fill(folder.resolve("a"));
        String other = scene.fill(folder.resolve("b"));
        assertThatThrownBy(() -> scene.copy(from, other))
                .isInstanceOf(CopyRefusedException.class)
                .hasMessageContaining("is not empty, its table room has rows");

        String database = freshDatabase();
        execute(database, "create table invoices (id bigint primary key)");
        assertThatThrownBy(() -> scene.copy(from, database))
                .isInstanceOf(CopyRefusedException.class)
                .hasMessageContaining("cannot be made a Parley store");
    }

    @Test
    void aSourceThatChangedInBetweenIsNotMixedWithWhatItWas() throws SQLException {
        String from = scene.fill(folder.resolve("a"));
        String database = freshDatabase();
        try (var source = scene.ends.source(from);
                var target = new FaultyEnd(scene.ends.target(database), 4, StoreCopyTest::killed)) {
            assertThatThrownBy(() -> CopyScene.copy(source, target, false)).hasMessage("killed");
        }
        try (var store = SqliteStore.open(folder.resolve("a"), InstantSource.system())) {
            append(store, "later");
        }

        assertThatThrownBy(() -> scene.copy(from, database))
                .isInstanceOf(CopyRefusedException.class)
                .hasMessageContaining("is not the same any more")
                .hasMessageContaining("--restart");
        scene.copy(from, database, true);

        assertThat(dump(database)).isEqualTo(dump(from));
    }

    @Test
    void aSourceThatIsNotThereOrOfAnotherReleaseIsRefused() throws SQLException {
        String database = freshDatabase();
        assertThatThrownBy(() -> scene.copy("sqlite:" + folder.resolve("none"), database))
                .hasMessageContaining("There is no Parley store in the folder");
        assertThatThrownBy(() -> scene.copy(database, "sqlite:" + folder.resolve("t")))
                .hasMessageContaining("There is no Parley store at");
        assertThatThrownBy(() -> scene.copy("oracle:x", database)).hasMessageContaining("is written sqlite:folder");

        String from = scene.fill(folder.resolve("a"));
        try (var connection = connect(from);
                var statement = connection.createStatement()) {
            statement.executeUpdate("delete from flyway_schema_history where installed_rank ="
                    + " (select max(installed_rank) from flyway_schema_history)");
        }
        assertThatThrownBy(() -> scene.copy(from, database)).hasMessageContaining("is of an older release");
        execute(
                from,
                "insert into flyway_schema_history select 99, '99', 'later', type, script, 1, installed_by, installed_on,"
                        + " execution_time, success from flyway_schema_history where installed_rank = 1");
        assertThatThrownBy(() -> scene.copy(from, database)).hasMessageContaining("release");
    }
}
