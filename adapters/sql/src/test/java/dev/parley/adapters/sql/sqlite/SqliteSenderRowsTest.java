package dev.parley.adapters.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.sql.Messages;
import dev.parley.kernel.RoomId;
import dev.parley.log.Append;
import dev.parley.log.Overflow;
import dev.parley.log.Retention;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.RoomTerms;
import dev.parley.log.SenderLimits;
import dev.parley.log.spi.RoomLog.Patience;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The table of senders, and columns that a server of an earlier release leaves empty.
class SqliteSenderRowsTest {

    private static final Messages LOBBY = Messages.to("lobby");

    @TempDir
    Path folder;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private static Append limited(Append item) {
        var terms = new RoomTerms(
                LOBBY.life(), RoomTerms.FIRST_RULES, 0, Retention.KEEP_ALL, new SenderLimits(10, 0), false);
        return item.withTerms(terms);
    }

    private long senders() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("parley.db"));
                var row = connection.createStatement().executeQuery("select count(*) from sender")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void aRowIsThereForWhoIsLimitedAndGoesAfterAnHour() throws SQLException {
        try (var store = SqliteStore.open(folder, () -> now)) {
            var log = store.roomLog();
            log.append(List.of(LOBBY.creation(), LOBBY.message("free")), Patience.WAIT);
            assertThat(senders()).isZero();

            log.append(List.of(limited(LOBBY.message("m1")), limited(LOBBY.message("m2"))), Patience.WAIT);
            assertThat(senders()).isEqualTo(1);

            now = now.plus(Duration.ofMinutes(59));
            assertThat(log.sweep(500)).isZero();
            now = now.plus(Duration.ofMinutes(1));
            assertThat(log.sweep(500)).isEqualTo(1);
            assertThat(senders()).isZero();
        }
    }

    @Test
    void whatAnEarlierReleaseLeavesEmptyIsAsItIsUsualForTheKind() throws SQLException {
        try (var store = SqliteStore.open(folder, () -> now)) {
            store.roomLog().append(List.of(LOBBY.creation()), Patience.WAIT);
            try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("parley.db"))) {
                connection.createStatement().execute("""
                        update room set sender_per_second = null, slow_mode_seconds = null, overflow = null,
                            message_types = null, allowlist = null, presence = null
                        """);
                connection.createStatement().execute("update room_head set kind = 1");
            }

            var settings =
                    store.roomReader().read(new RoomId("lobby")).orElseThrow().settings();

            assertThat(settings.senders()).isEqualTo(new SenderLimits(10, 0));
            assertThat(settings.overflow()).isEqualTo(Overflow.SHED);
            assertThat(settings)
                    .isEqualTo(RoomSettings.defaults(RoomKind.LIVE)
                            .withRetention(Retention.KEEP_ALL)
                            .withInboundPerSecond(0));
        }
    }
}
