package dev.parley.contract;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionTimeoutException;

/// A PostgreSQL server of the tests' own: a fresh cluster in a temporary folder, on a free port of
/// 127.0.0.1, with `fsync` on, everybody trusted. It fails when this machine has no PostgreSQL; it never
/// skips.
///
/// [#shared] is one cluster for the whole JVM, in which each test class takes a [#freshDatabase]; tests
/// that kill or stop the server [#start] their own. Not for several threads at once, [#freshDatabase]
/// excepted.
public final class PrivatePostgres implements AutoCloseable {

    private static final String USER = "parley";
    private static final Duration START_DEADLINE = Duration.ofSeconds(60);
    private static final int PORT_ATTEMPTS = 5;
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final PostgresBinaries binaries;
    private final Path folder;
    private final List<String> settings;
    private final int port;
    private Process server;

    private PrivatePostgres(PostgresBinaries binaries, Path folder, List<String> settings, int port) {
        this.binaries = binaries;
        this.folder = folder;
        this.settings = settings;
        this.port = port;
        this.server = spawn();
        awaitReady();
    }

    /// A cluster of its own.
    ///
    /// @param settings further server settings, `name=value` each; they win over the ones set here
    public static PrivatePostgres start(String... settings) {
        var binaries = PostgresBinaries.find();
        try {
            Path folder = Files.createTempDirectory("parley-postgres");
            binaries.giveTo(folder);
            binaries.call(
                    "initdb", "--no-sync", "-A", "trust", "-E", "UTF8", "--locale=C", "-U", USER, "-D", data(folder));
            return onFreePort(binaries, folder, List.of(settings));
        } catch (IOException e) {
            throw new IllegalStateException("cannot make a folder for PostgreSQL", e);
        }
    }

    /// Between choosing a free port and binding it somebody else may take it.
    private static PrivatePostgres onFreePort(PostgresBinaries binaries, Path folder, List<String> settings) {
        for (int attempt = 1; ; attempt++) {
            try {
                return new PrivatePostgres(binaries, folder, settings, freePort());
            } catch (IllegalStateException e) {
                if (attempt == PORT_ATTEMPTS || !String.valueOf(e.getMessage()).contains("Address already in use")) {
                    throw e;
                }
            }
        }
    }

    /// The cluster all tests of this JVM share; it goes with the JVM.
    public static PrivatePostgres shared() {
        return Shared.INSTANCE;
    }

    private static final class Shared {
        static final PrivatePostgres INSTANCE = start();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(INSTANCE::close));
        }
    }

    public int port() {
        return port;
    }

    public String user() {
        return USER;
    }

    /// Of the database every cluster has. Written `postgresql://host:port/database`.
    public String url() {
        return url("postgres");
    }

    /// The url of a new, empty database of this cluster.
    ///
    /// @param options further options for `createdb`
    public String freshDatabase(String... options) {
        String name = "parley_" + DATABASES.incrementAndGet();
        var arguments = new ArrayList<>(List.of("-h", "127.0.0.1", "-p", Integer.toString(port), "-U", USER, name));
        arguments.addAll(0, List.of(options));
        binaries.call("createdb", arguments.toArray(String[]::new));
        return url(name);
    }

    private String url(String database) {
        return "postgresql://127.0.0.1:" + port + "/" + database;
    }

    /// SIGKILL to all processes of the server at once, as a crash would.
    public void killHard() {
        // The parent first: it would answer a killed child with a restart of its own.
        var processes = server.descendants().toList();
        server.destroyForcibly();
        processes.forEach(ProcessHandle::destroyForcibly);
        awaitEnd();
        awaitSilence();
    }

    /// A child that was forked after the list was made has the parent's socket until it sees that its parent is gone.
    private void awaitSilence() {
        await().pollInterval(Duration.ofMillis(5)).atMost(START_DEADLINE).until(() -> !listens());
    }

    private boolean listens() throws IOException {
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (ConnectException _) {
            return false;
        }
    }

    /// A fast, orderly stop; the data stays.
    public void stop() {
        stop("fast");
    }

    private void stop(String mode) {
        binaries.call("pg_ctl", "stop", "-m", mode, "-D", data(folder));
        awaitEnd();
    }

    /// Starts the stopped or killed server again, with the same data on the same port.
    public void restart() {
        if (server.isAlive()) {
            stop();
        }
        server = spawn();
        awaitReady();
    }

    /// Ends the server and removes its data.
    @Override
    public void close() {
        if (server.isAlive()) {
            stop("immediate");
        }
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(PrivatePostgres::delete);
        } catch (IOException e) {
            throw new IllegalStateException("cannot remove " + folder, e);
        }
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new IllegalStateException("cannot remove " + path, e);
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException("no free port", e);
        }
    }

    private Process spawn() {
        return binaries.start(folder.resolve("server.log"), "postgres", arguments());
    }

    private void awaitReady() {
        try {
            await().pollInterval(Duration.ofMillis(20))
                    .atMost(START_DEADLINE)
                    .until(() -> !server.isAlive() || ready());
        } catch (ConditionTimeoutException e) {
            killHard();
            throw new IllegalStateException("PostgreSQL is not ready in time: " + log(), e);
        }
        if (!server.isAlive()) {
            throw new IllegalStateException("PostgreSQL did not start: " + log());
        }
    }

    private String[] arguments() {
        var arguments = new ArrayList<>(List.of("-D", data(folder)));
        var all = new ArrayList<>(List.of(
                "listen_addresses=127.0.0.1",
                "port=" + port,
                "unix_socket_directories=",
                "max_connections=200",
                "fsync=on",
                "log_min_messages=warning"));
        all.addAll(settings);
        all.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        return arguments.toArray(String[]::new);
    }

    /// The server keeps its state in the last line of its pid file; after a crash that of the one before is
    /// still there.
    private boolean ready() throws IOException {
        try {
            var lines = Files.readAllLines(folder.resolve("data").resolve("postmaster.pid"));
            return lines.size() >= 8
                    && lines.get(0).strip().equals(Long.toString(server.pid()))
                    && lines.get(7).strip().equals("ready");
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private void awaitEnd() {
        try {
            if (!server.waitFor(START_DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("PostgreSQL does not end: " + log());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while PostgreSQL ends", e);
        }
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("server.log"));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }

    private static String data(Path folder) {
        return folder.resolve("data").toString();
    }
}
