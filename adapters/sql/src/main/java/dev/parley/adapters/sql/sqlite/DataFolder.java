package dev.parley.adapters.sql.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The folder of an embedded store, which belongs to one server at a time.
public final class DataFolder implements AutoCloseable {

    /// The operating system's lock belongs to the process and goes when *any* of its handles of the file is
    /// closed, so a second store in the same process must not even open it.
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private DataFolder(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /// Makes the folder if there is none and takes it.
    ///
    /// @throws DataFolderInUseException when another server has it
    public static DataFolder take(Path path) {
        try {
            Path folder = Files.createDirectories(path.toAbsolutePath()).toRealPath();
            if (!OPEN.add(folder)) {
                throw new DataFolderInUseException(folder);
            }
            try {
                var taken = new DataFolder(folder, lock(folder));
                taken.createDatabase();
                return taken;
            } catch (IOException | RuntimeException e) {
                OPEN.remove(folder);
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use the data folder " + path, e);
        }
    }

    private static FileChannel lock(Path folder) throws IOException {
        Path file = folder.resolve("lock");
        var channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.file(file));
        try {
            @Nullable FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new DataFolderInUseException(folder);
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// SQLite would let everybody read it.
    private void createDatabase() throws IOException {
        if (Files.notExists(database())) {
            Files.createFile(database(), OwnerOnly.file(database()));
        }
    }

    public Path database() {
        return databaseIn(folder);
    }

    /// For those who do without taking the folder.
    static Path databaseIn(Path folder) {
        return folder.resolve("parley.db");
    }

    public Path marker() {
        return folder.resolve("marker");
    }

    /// For messages.
    @Override
    public String toString() {
        return folder.toString();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot leave the data folder " + folder, e);
        } finally {
            OPEN.remove(folder);
        }
    }
}
