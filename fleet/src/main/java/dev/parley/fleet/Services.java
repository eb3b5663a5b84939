package dev.parley.fleet;

import dev.parley.contract.InstalledPrograms;
import dev.parley.contract.PostgresBinaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The services that servers share, each from this machine's packages, on a free port and with data of its own. Nothing
/// here waits for what it starts.
final class Services {

    static final String POSTGRES_USER = "parley";

    private static final String POSTGRES = "postgresql";

    /// What 16 servers with their pools of connections take.
    private static final int CONNECTIONS = 400;

    private Services() {}

    /// Whether all of them are installed; else one sentence says what is missing.
    static void requireInstalled(FleetPlan plan) {
        try {
            PostgresBinaries.find();
            if (plan.needsNats()) {
                InstalledPrograms.require("nats-server", "nats-server");
            }
            if (plan.needsRedis()) {
                InstalledPrograms.require("redis-server", "redis-server");
            }
        } catch (IllegalStateException e) {
            throw new FleetFailure("A fleet needs more than this machine has: " + e.getMessage() + ".");
        }
    }

    /// Makes the data of PostgreSQL.
    ///
    /// @return empty when an earlier fleet left some in the folder
    static Optional<Child> initdb(FleetFolder folder) {
        Path home = folder.folder(POSTGRES);
        Path data = home.resolve("data");
        if (Files.exists(data)) {
            return Optional.empty();
        }
        var binaries = PostgresBinaries.find();
        binaries.giveTo(home);
        var words = new ArrayList<>(
                List.of("-A", "trust", "-E", "UTF8", "--locale=C", "-U", POSTGRES_USER, "-D", data.toString()));
        if (!folder.kept()) {
            words.add("--no-sync");
        }
        return Optional.of(Child.start(
                "initdb", Path.of("/"), folder.path(), binaries.command("initdb", words.toArray(String[]::new))));
    }

    static Part postgres(FleetFolder folder) {
        var binaries = PostgresBinaries.find();
        Path data = folder.folder(POSTGRES).resolve("data");
        int port = Ports.free();
        var words = new ArrayList<>(List.of("-D", data.toString()));
        for (String setting : List.of(
                "listen_addresses=127.0.0.1",
                "port=" + port,
                "unix_socket_directories=",
                "max_connections=" + CONNECTIONS,
                "log_min_messages=warning")) {
            words.addAll(List.of("-c", setting));
        }
        Child child = Child.start(
                POSTGRES, Path.of("/"), folder.path(), binaries.command("postgres", words.toArray(String[]::new)));
        return new Part(child, port, () -> stop(binaries, data, child));
    }

    /// What SIGTERM asks for would wait until its clients have gone.
    private static void stop(PostgresBinaries binaries, Path data, Child child) {
        try {
            binaries.call("pg_ctl", "stop", "--no-wait", "-m", "fast", "-D", data.toString());
        } catch (IllegalStateException _) {
            // It has ended already, or begun so lately that it has no clients.
            child.terminate();
        }
    }

    static Part nats(FleetFolder folder) {
        int port = Ports.free();
        Path home = folder.folder("nats");
        write(
                home.resolve("nats.conf"),
                "listen: \"127.0.0.1:" + port + "\"\nhttp: \"127.0.0.1:" + Ports.free() + "\"\n");
        String program = InstalledPrograms.require("nats-server", "nats-server").toString();
        return Part.of(Child.start("nats", home, folder.path(), List.of(program, "-c", "nats.conf")), port);
    }

    static Part redis(FleetFolder folder) {
        int port = Ports.free();
        Path home = folder.folder("redis");
        String program =
                InstalledPrograms.require("redis-server", "redis-server").toString();
        var words = List.of(program, "--port", "" + port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no");
        return Part.of(Child.start("redis", home, folder.path(), words), port);
    }

    static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new FleetFailure("The file " + file + " cannot be written: " + e.getMessage() + ".");
        }
    }
}
