package dev.parley.adapters.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.sql.Messages;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The log is carried over beside a writer that never carries over by itself.
class LogCarrierTest {

    private static final int PAGES = 40;

    @TempDir
    Path folder;

    private final AtomicInteger opened = new AtomicInteger();
    private final Messages room = Messages.to("lobby");
    private SqliteDatabase database;
    private SqliteWriter writer;
    private LogCarrier carrier;
    private volatile boolean failing;

    @BeforeEach
    void start() throws SQLException {
        database = new SqliteDatabase(folder.resolve("parley.db"));
        database.migrate();
        writer = new SqliteWriter(new WriterConnection(
                () -> connect("pragma wal_autocheckpoint = 0"),
                new SqliteDialect(InstantSource.system()),
                count -> carrier.committed(count)));
        carrier = new LogCarrier(this::carry, writer::carryOver, PAGES);
        writer.start();
        carrier.start();
    }

    @AfterEach
    void stop() {
        carrier.close();
        writer.close();
    }

    private Connection connect(String pragma) throws SQLException {
        var connection = database.openWriter();
        try (var statement = connection.createStatement()) {
            statement.execute(pragma);
        }
        return connection;
    }

    private Connection carry() throws SQLException {
        opened.incrementAndGet();
        if (failing) {
            throw new SQLException("planted");
        }
        return database.openWriter();
    }

    @Test
    void theLogBeginsAnewThoughTheWriterNeverRests() throws SQLException {
        writer.append(List.of(room.creation()));
        try (var onlooker = database.openWriter()) {
            appendUntilTheLogBeginsAnew(onlooker);
            appendUntilTheLogBeginsAnew(onlooker);
        }
    }

    private void appendUntilTheLogBeginsAnew(Connection onlooker) throws SQLException {
        var longest = new AtomicInteger(LogCarrier.logged(onlooker));
        Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> {
            writer.append(List.of(room.message("m" + System.nanoTime())));
            int logged = LogCarrier.logged(onlooker);
            return logged < longest.getAndSet(logged);
        });
    }

    @Test
    void aFailureIsTriedAgainWithANewConnection() throws SQLException {
        failing = true;
        writer.append(List.of(room.creation()));
        Awaitility.await().until(() -> opened.get() > 1);
        failing = false;

        try (var onlooker = database.openWriter()) {
            appendUntilTheLogBeginsAnew(onlooker);
        }
        assertThat(writer.isOpen()).isTrue();
    }
}
