package dev.parley.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class RoomsTest {

    private final Rooms rooms = new Rooms("room-", 100);

    @Test
    void aMessageIsTheSameEachTimeItIsAskedFor() {
        assertThat(rooms.message(17)).isEqualTo(rooms.message(17));
        assertThat(rooms.message(17)).isNotEqualTo(rooms.message(18));
    }

    @Test
    void theDataIsJsonOfAbout150Bytes() {
        assertThat(rooms.data(123_456).getBytes(StandardCharsets.UTF_8).length).isBetween(140, 160);
        assertThat(new JsonMapper().readTree(rooms.data(5)).at("/n").asInt()).isEqualTo(5);
    }

    @Test
    void messagesSpreadEvenlyOverTheRooms() {
        Map<String, Integer> counts = new HashMap<>();
        for (int n = 0; n < 100_000; n++) {
            counts.merge(rooms.room(n).value(), 1, Integer::sum);
        }
        assertThat(counts)
                .hasSize(100)
                .allSatisfy((_, count) -> assertThat(count).isBetween(850, 1_150));
    }
}
