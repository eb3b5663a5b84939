package dev.parley.adapters.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDurabilityTest {

    /// As SQLite numbers the modes of `synchronous`.
    private static final String FULL = "2";

    @Test
    void theWritersConnectionFlushesEveryCommit(@TempDir Path folder) throws SQLException {
        try (var writer = new SqliteDatabase(folder.resolve("parley.db")).openWriter()) {
            assertThat(pragma(writer, "journal_mode")).isEqualTo("wal");
            assertThat(pragma(writer, "synchronous")).isEqualTo(FULL);
        }
    }

    private static String pragma(Connection connection, String name) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("pragma " + name)) {
            result.next();
            return result.getString(1);
        }
    }
}
