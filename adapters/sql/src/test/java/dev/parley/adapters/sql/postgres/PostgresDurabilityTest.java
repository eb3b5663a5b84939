package dev.parley.adapters.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.parley.adapters.sql.Messages;
import dev.parley.contract.PrivatePostgres;
import dev.parley.log.AppendResult.Appended;
import dev.parley.log.spi.OutcomeUnknownException;
import dev.parley.log.spi.RoomLog.Patience;
import dev.parley.log.spi.StoreNotOpenedException;
import dev.parley.log.spi.StoreUnavailableException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Clusters of their own: killed, unsafe, exchanged.
class PostgresDurabilityTest {

    private static final int WRITERS = 8;
    private static final Messages LOBBY = Messages.to("lobby");

    private static PostgresSettings settings(PrivatePostgres postgres) {
        return PostgresSettings.of(postgres.url(), postgres.user(), null);
    }

    private static void execute(PrivatePostgres postgres, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:" + postgres.url(), postgres.user(), "");
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void whatWasAcknowledgedSurvivesKillsOfTheDatabaseAndTheStoreGoesOn() throws SQLException {
        try (var postgres = PrivatePostgres.start();
                var store = PostgresStore.open(settings(postgres))) {
            store.roomLog().append(List.of(LOBBY.creation()), Patience.WAIT);
            Map<String, Long> acknowledged = new ConcurrentHashMap<>();
            for (int round = 1; round <= 3; round++) {
                writeUntilKilled(postgres, store, "r" + round, acknowledged);
                postgres.restart();

                var log = logged(postgres);
                assertThat(log).containsAllEntriesOf(acknowledged);
                assertThat(log.values().stream().sorted())
                        .isEqualTo(LongStream.rangeClosed(1, log.size()).boxed().toList());
            }
            await().ignoreException(StoreUnavailableException.class)
                    .until(() -> store.roomReader().read(LOBBY.room()).isPresent());
            assertThat(store.generation().current()).isEqualTo(1);
        }
    }

    private static void writeUntilKilled(
            PrivatePostgres postgres, PostgresStore store, String word, Map<String, Long> acknowledged) {
        var killed = new AtomicBoolean();
        int before = acknowledged.size();
        try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int writer = 0; writer < WRITERS; writer++) {
                String prefix = word + "-" + writer + "-";
                writers.submit(() -> write(store, prefix, killed, acknowledged));
            }
            await().until(() -> acknowledged.size() > before + 150);
            postgres.killHard();
            killed.set(true);
        }
    }

    private static void write(
            PostgresStore store, String prefix, AtomicBoolean killed, Map<String, Long> acknowledged) {
        for (int i = 0; !killed.get(); i++) {
            try {
                for (var result : store.roomLog().append(LOBBY.messages(prefix + i + "-", 1 + i % 5), Patience.WAIT)) {
                    if (result instanceof Appended appended) {
                        acknowledged.put(
                                appended.event().clientMsgId().value(),
                                appended.event().seq());
                    }
                }
            } catch (StoreUnavailableException | OutcomeUnknownException _) {
                // Not acknowledged.
            }
        }
    }

    private static Map<String, Long> logged(PrivatePostgres postgres) throws SQLException {
        Map<String, Long> log = new HashMap<>();
        try (var connection = DriverManager.getConnection("jdbc:" + postgres.url(), postgres.user(), "");
                var rows = connection.createStatement().executeQuery("select client_msg_id, seq from message")) {
            while (rows.next()) {
                assertThat(log.put(rows.getString(1), rows.getLong(2))).isNull();
            }
        }
        return log;
    }

    @Test
    void aDatabaseThatMayLoseWhatItAcknowledgedIsRefusedUnlessAccepted() throws SQLException {
        try (var postgres = PrivatePostgres.start("fsync=off", "full_page_writes=off")) {
            execute(postgres, "alter database postgres set synchronous_commit = off");

            assertThatExceptionOfType(StoreNotOpenedException.class)
                    .isThrownBy(() -> PostgresStore.open(settings(postgres)))
                    .withMessageContaining("fsync=off, synchronous_commit=off, full_page_writes=off")
                    .withMessageContaining("parley.postgres.accept-unsafe=true");

            try (var store = PostgresStore.open(settings(postgres).acceptingUnsafe())) {
                assertThat(store.generation().current()).isEqualTo(1);
                assertThat(store.health().degradations()).containsExactly("database-unsafe");
            }
        }
    }

    @Test
    void anotherClusterOrTimelineRaisesTheGenerationOnce() throws SQLException {
        try (var postgres = PrivatePostgres.start()) {
            try (var store = PostgresStore.open(settings(postgres))) {
                assertThat(store.health().degradations()).isEmpty();
            }
            PostgresStore.open(settings(postgres)).close();
            assertGeneration(postgres, 1);

            execute(postgres, "update store set timeline = timeline + 1");
            assertGeneration(postgres, 2);

            execute(postgres, "update store set system_identifier = '7'");
            assertGeneration(postgres, 3);
        }
    }

    private static void assertGeneration(PrivatePostgres postgres, long expected) {
        try (var one = PostgresStore.open(settings(postgres));
                var other = PostgresStore.open(settings(postgres))) {
            assertThat(one.generation().current()).isEqualTo(expected);
            assertThat(other.generation().current()).isEqualTo(expected);
        }
    }

    @Test
    void aUserWhoMayNotAskForTheClusterGoesOnWithoutTheCheck() throws SQLException {
        try (var postgres = PrivatePostgres.start()) {
            execute(postgres, "revoke execute on function pg_control_system() from public");
            execute(postgres, "create role guest login");
            execute(postgres, "create database guests owner guest");
            String url = postgres.url().replace("/postgres", "/guests");
            try (var connection = DriverManager.getConnection("jdbc:" + url, postgres.user(), "");
                    var statement = connection.createStatement()) {
                statement.execute("revoke execute on function pg_control_system() from public");
            }

            try (var store = PostgresStore.open(PostgresSettings.of(url, "guest", null))) {
                assertThat(store.generation().current()).isEqualTo(1);
            }
        }
    }
}
