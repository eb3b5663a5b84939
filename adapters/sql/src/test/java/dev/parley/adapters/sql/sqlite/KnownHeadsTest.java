package dev.parley.adapters.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.sql.batch.Head;
import dev.parley.kernel.Life;
import dev.parley.kernel.RoomId;
import dev.parley.log.RoomBuckets;
import dev.parley.log.RoomKind;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class KnownHeadsTest {

    private static Head head(String room) {
        return new Head(new RoomId(room), new Life("abcd1234"), RoomKind.DURABLE, 1, 1, 1, 0, 0, 0, RoomBuckets.EMPTY);
    }

    @Test
    void ofTooManyRoomsTheOneThatWasSilentLongestIsForgotten() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            var heads = new KnownHeads(connection);
            heads.put(head("silent"));
            heads.put(head("busy"));
            for (int i = 0; i < KnownHeads.MAX_ROOMS - 1; i++) {
                assertThat(heads.get(new RoomId("busy"))).isNotNull();
                heads.put(head("r" + i));
            }

            assertThat(heads.get(new RoomId("silent"))).isNull();
            assertThat(heads.get(new RoomId("busy"))).isEqualTo(head("busy"));
        }
    }
}
