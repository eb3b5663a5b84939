package dev.parley.faults;

import dev.parley.contract.FaultyProxy;
import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.PrivateRedis;
import dev.parley.contract.RunningBroker;
import dev.parley.contract.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/// Three servers over one PostgreSQL and one broker, each with a proxy of its own before the broker.
final class TortureFleet implements AutoCloseable {

    static final int NODES = 3;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final TortureRun run;
    private final PrivatePostgres postgres = PrivatePostgres.shared();
    private final String database = postgres.freshDatabase();
    private final RunningBroker broker;
    private final Optional<PrivateRedis> beside;
    private final List<FaultyProxy> proxies = new ArrayList<>();
    private final List<ServerProcess> servers = new ArrayList<>();
    private final ReadinessWatch readiness = new ReadinessWatch();

    /// @param brokerLater whether the servers start with the broker down
    private TortureFleet(TortureRun run, Path folder, boolean brokerLater) throws IOException {
        this.run = run;
        this.broker = run.broker().start();
        this.beside = run.needsRedisBeside() ? Optional.of(PrivateRedis.start()) : Optional.empty();
        if (brokerLater) {
            broker.killHard();
        }
        for (int i = 0; i < NODES; i++) {
            var proxy = new FaultyProxy(broker.port());
            proxies.add(proxy);
            servers.add(ServerProcess.launch(Files.createDirectory(folder.resolve("node-" + i)), options(proxy)));
        }
    }

    static TortureFleet start(TortureRun run, Path folder, boolean brokerLater) throws IOException {
        var fleet = new TortureFleet(run, folder, brokerLater);
        try {
            fleet.servers.forEach(ServerProcess::awaitReady);
            fleet.servers.forEach(server -> fleet.readiness.watch(server.uri("/readyz")));
            fleet.readiness.start();
            if (brokerLater) {
                fleet.awaitDegraded();
                fleet.broker.restart();
            }
            fleet.awaitUp();
            return fleet;
        } catch (RuntimeException e) {
            fleet.close();
            throw e;
        }
    }

    private String[] options(FaultyProxy proxy) {
        int redis = beside.map(PrivateRedis::port).orElse(0);
        return Options.postgres(
                database, postgres.user(), run.options(proxy.port(), redis).toArray(String[]::new));
    }

    TortureRun run() {
        return run;
    }

    RunningBroker broker() {
        return broker;
    }

    /// The broker, and the Redis beside it, stand still until [#resumeServices].
    void pauseServices() {
        broker.pause();
        beside.ifPresent(PrivateRedis::pause);
    }

    void resumeServices() {
        broker.resume();
        beside.ifPresent(PrivateRedis::resume);
    }

    List<FaultyProxy> proxies() {
        return proxies;
    }

    List<URI> servers() {
        return servers.stream().map(server -> server.uri("/")).toList();
    }

    List<Integer> ports() {
        return servers.stream().map(ServerProcess::port).toList();
    }

    long pid(int node) {
        return servers.get(node).pid();
    }

    /// A moment in which a node does not have to be ready.
    void killAndRestart(int node) {
        readiness.excuse(node);
        servers.get(node).killHard();
        servers.get(node).restart();
        readiness.expect(node);
    }

    void pause(int node, Duration time) {
        readiness.excuse(node);
        servers.get(node).pause();
        try {
            Pace.until(System.nanoTime() + time.toNanos());
        } finally {
            servers.get(node).resume();
        }
        // What was asked while it stood still may be answered late.
        Pace.until(System.nanoTime() + ReadinessWatch.DEADLINE.toNanos());
        readiness.expect(node);
    }

    /// Until every node has said that it is, from now on.
    void awaitDegraded() {
        readiness.forget();
        await("every node says degraded", readiness::allDegraded);
    }

    void awaitUp() {
        await("every node is up", readiness::allUp);
    }

    void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .pollInterval(Duration.ofMillis(10))
                .atMost(PATIENCE)
                .until(condition);
    }

    /// Moments at which a node was not ready that had to be.
    List<String> unready() {
        return readiness.findings();
    }

    StoredLog log() throws SQLException {
        return StoredLog.ofPostgres(database, postgres.user());
    }

    /// The newest seq of each room, from the table.
    Map<String, Long> heads() throws SQLException {
        var heads = new TreeMap<String, Long>();
        try (var connection = StoredLog.connect(database, postgres.user());
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select room, last_seq from room_head")) {
            while (rows.next()) {
                heads.put(rows.getString(1), rows.getLong(2));
            }
        }
        return heads;
    }

    @Override
    public void close() {
        readiness.close();
        Stream.of(servers, proxies, List.of(broker), beside.stream().toList())
                .flatMap(List::stream)
                .forEach(TortureFleet::close);
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            System.out.println("cannot close " + part + ": " + e);
        }
    }
}
