package dev.parley.adapters.sql.sqlite;

import dev.parley.contract.StoreUnderTest;
import dev.parley.kernel.RoomId;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/// A store in a folder of its own, whose clock moves when told to.
final class SqliteStoreUnderTest implements StoreUnderTest {

    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Path folder = newFolder();
    private final SqliteStore store = SqliteStore.open(folder, () -> now);
    private final Ports ports = new Ports(store.roomLog(), store.roomReader(), store.generation());

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("parley-sqlite");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Ports first() {
        return ports;
    }

    @Override
    public AttributeReader attributes() {
        return store.attributeReader();
    }

    @Override
    public PeopleReader people() {
        return store.peopleReader();
    }

    @Override
    public Ports second() {
        throw new UnsupportedOperationException("a second server is refused on the folder");
    }

    @Override
    public void age(RoomId room, Duration by) {
        now = now.plus(by);
    }

    @Override
    public boolean timeStandsStill() {
        return true;
    }

    @Override
    public void close() {
        store.close();
        try (var files = Files.walk(folder)) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
