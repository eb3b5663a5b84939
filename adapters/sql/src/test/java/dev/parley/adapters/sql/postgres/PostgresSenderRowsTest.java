package dev.parley.adapters.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.sql.Messages;
import dev.parley.log.Append;
import dev.parley.log.Retention;
import dev.parley.log.RoomTerms;
import dev.parley.log.SenderLimits;
import dev.parley.log.spi.RoomLog.Patience;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of senders.
class PostgresSenderRowsTest {

    private static final Messages LOBBY = Messages.to("lobby");

    private static Append limited(Append item) {
        var terms = new RoomTerms(
                LOBBY.life(), RoomTerms.FIRST_RULES, 0, Retention.KEEP_ALL, new SenderLimits(10, 0), false);
        return item.withTerms(terms);
    }

    private static long senders() throws SQLException {
        try (var connection = PostgresStoreUnderTest.connect();
                var row = connection.createStatement().executeQuery("select count(*) from sender")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void aRowIsThereForWhoIsLimitedAndGoesAfterAnHour() throws SQLException {
        try (var store = new PostgresStoreUnderTest()) {
            var log = store.first().log();
            log.append(List.of(LOBBY.creation(), LOBBY.message("free")), Patience.WAIT);
            assertThat(senders()).isZero();

            log.append(List.of(limited(LOBBY.message("m1")), limited(LOBBY.message("m2"))), Patience.WAIT);
            assertThat(senders()).isEqualTo(1);

            store.age(LOBBY.room(), Duration.ofMinutes(59));
            assertThat(log.sweep(500)).isZero();
            store.age(LOBBY.room(), Duration.ofMinutes(1));
            assertThat(log.sweep(500)).as("looked a moment ago").isZero();
            assertThat(store.second().log().sweep(500)).isEqualTo(1);
            assertThat(senders()).isZero();
        }
    }
}
