package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.ServerProcess;
import java.net.URI;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No process that is killed shows what a loss of power would: the system still writes what it was given. So
/// it is watched that the disk is waited for before anything is acknowledged, and that a database which does
/// not wait for it is refused. And a database that forgets is shown to be found out.
class DurabilityIT {

    private static final int PUBLISHES = 50;
    private static final int MOST_CRASHES = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void sqliteFlushesItsLogBeforeEachAcknowledgement() throws Exception {
        try (var server = ServerProcess.start(folder, Options.sqlite());
                var client = new Client(Duration.ofSeconds(30))) {
            publish(client, server.uri("/"), "first");
            assertThat(journalMode()).isEqualTo("wal");
            if (DiskTrace.available()) {
                try (var trace = DiskTrace.of(server.pid(), folder)) {
                    assertThat(unflushed(trace, client, server.uri("/"))).isEmpty();
                }
            } else {
                System.out.println(
                        "flushes were not watched, for want of strace: only SQLite's settings are tested here");
            }
        }
    }

    /// Publishes one by one, and returns those that were acknowledged without a flush.
    private static List<String> unflushed(DiskTrace trace, Client client, URI server) throws Exception {
        var unflushed = new ArrayList<String>();
        for (int i = 0; i < PUBLISHES; i++) {
            long before = trace.flushes("-wal");
            publish(client, server, "id-" + i);
            if (trace.flushes("-wal") == before) {
                unflushed.add("id-" + i);
            }
        }
        return unflushed;
    }

    private static void publish(Client client, URI server, String id) throws InterruptedException {
        assertThat(client.publish(server, new Message("lobby", "alice", id, "1")))
                .isInstanceOf(Answer.Ok.class);
    }

    private String journalMode() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + SqliteScene.file(folder));
                var result = connection.createStatement().executeQuery("pragma journal_mode")) {
            result.next();
            return result.getString(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsync", "synchronous_commit", "full_page_writes"})
    void aPostgresThatMayForgetIsRefused(String setting) {
        try (var postgres = PrivatePostgres.start(setting + "=off");
                var server =
                        ServerProcess.launch(folder, Options.postgres(postgres.freshDatabase(), postgres.user()))) {
            ServerProcess.Outcome outcome = server.awaitEnd();

            assertThat(outcome.status()).as(outcome.err()).isEqualTo(1);
            assertThat(outcome.err().strip().lines()).as("one sentence").hasSize(1);
            assertThat(outcome.err()).contains(setting + "=off", "parley.postgres.accept-unsafe=true");
            assertThat(outcome.out()).doesNotContain("Exception", "ERROR");
        }
    }

    /// Told to accept a database that acknowledges before it has written, the server starts; and the check of
    /// all these tests finds what a crash then loses.
    @Test
    void whatAForgetfulPostgresLosesIsFound() throws Exception {
        var history = new History();
        var forgetful = PrivatePostgres.start("synchronous_commit=off", "wal_writer_delay=10s");
        try (var scene = new PostgresScene(folder, false, forgetful, "--parley.postgres.accept-unsafe=true")) {
            List<Finding> findings = List.of();
            // It does write whole pages at once, so a crash in a lucky moment loses nothing.
            for (int crash = 0; crash < MOST_CRASHES && findings.isEmpty(); crash++) {
                crash(scene, "f" + crash, history);
                findings = LogCheck.findings(history, scene.log());
            }
            assertThat(findings).extracting(Finding::kind).contains(Finding.Kind.LOST);
        }
    }

    private static void crash(Scene scene, String run, History history) {
        var plan = new Writers.Plan(
                run, 4, List.of(scene.server()), List.of("lobby"), Duration.ZERO, Duration.ofSeconds(15), 1);
        try (var writers = Writers.start(plan, history)) {
            writers.awaitEach(10, PATIENCE);
            scene.crash();
        }
        scene.recover();
    }
}
