package dev.parley.fleet;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;

/// Where a fleet keeps its data, its logs and which processes it has: a folder that somebody named and that stays, or a
/// temporary one that goes with the fleet. Of two fleets on one folder the second is refused. One thread at a time.
final class FleetFolder implements AutoCloseable {

    private final Path path;
    private volatile boolean kept;
    private final FileChannel lock;
    private final Path processes;

    private FleetFolder(Path path, boolean kept, FileChannel lock) {
        this.path = path;
        this.kept = kept;
        this.lock = lock;
        // Named for this fleet, so that the next one in the folder leaves alone what a killed one has written.
        this.processes = path.resolve("fleet-" + ProcessHandle.current().pid() + ".pids");
    }

    static FleetFolder open(Optional<Path> named) {
        try {
            boolean found = named.isPresent() && Files.exists(named.get());
            Path path = named.isPresent()
                    ? Files.createDirectories(named.get())
                    : Files.createTempDirectory("parley-fleet");
            if (!found) {
                // PostgreSQL may run as another user, who has to get through to its own folder.
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx--x--x"));
            }
            return new FleetFolder(path, named.isPresent(), lock(path));
        } catch (IOException e) {
            throw new FleetFailure("The folder " + named.map(Path::toString).orElse("for temporary files")
                    + " cannot be used: " + e.getMessage() + ".");
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        var channel = FileChannel.open(path.resolve("fleet.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException _) {
            // Told below.
        }
        channel.close();
        throw new FleetFailure("The folder " + path + " is in use by another fleet; name another one with --data.");
    }

    Path path() {
        return path;
    }

    boolean kept() {
        return kept;
    }

    /// It stays from now on, for whoever has to find out what went wrong.
    void keep() {
        kept = true;
    }

    /// One of its folders, made when it is not there.
    Path folder(String name) {
        try {
            return Files.createDirectories(path.resolve(name));
        } catch (IOException e) {
            throw new FleetFailure("The folder " + path.resolve(name) + " cannot be made: " + e.getMessage() + ".");
        }
    }

    /// Writes down a process, for whoever has to end what a killed fleet has left.
    void note(Child child) {
        try {
            Files.writeString(
                    processes,
                    child.pid() + " " + child.name() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new FleetFailure("The file " + processes + " cannot be written: " + e.getMessage() + ".");
        }
    }

    /// When no process is left: removes it unless it is kept.
    @Override
    public void close() {
        try (lock) {
            Files.deleteIfExists(processes);
            if (!kept) {
                remove();
            }
        } catch (IOException e) {
            throw new FleetFailure("The folder " + path + " cannot be removed: " + e.getMessage() + ".");
        }
    }

    private void remove() throws IOException {
        try (var files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
