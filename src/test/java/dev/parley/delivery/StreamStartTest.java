package dev.parley.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Life;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StreamStartTest {

    /// The last generation of eight digits, and the end of a log of years.
    private static final Position LAST =
            new Position(new Epoch(Long.parseLong("zzzzzzzz", 36), new Life("zzzzzzzz")), 9_999_999_999_999L);

    private static List<RoomId> rooms(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> new RoomId(String.format("%03d", i) + "x".repeat(length - 3)))
                .toList();
    }

    private static String cursor(List<RoomId> rooms) {
        return rooms.stream().map(room -> room.value() + "=" + LAST.text()).collect(Collectors.joining(","));
    }

    @Test
    void aHundredRoomsWithIdsOfEightCharactersFit() {
        assertThat(StreamStart.cursorFits(rooms(100, 8))).isTrue();
        assertThat(StreamStart.cursorFits(rooms(100, 9))).isFalse();
    }

    @Test
    void whatFitsIsWhatTheLongestCursorHasRoomFor() {
        for (int length = 3; length <= 64; length++) {
            for (int count = 2; count <= 100; count++) {
                var rooms = rooms(count, length);
                assertThat(StreamStart.cursorFits(rooms))
                        .as("%d rooms with ids of %d characters", count, length)
                        .isEqualTo(cursor(rooms).length() <= StreamStart.MAX_CURSOR);
            }
        }
    }

    @Test
    void theEdgeIsTheLastCharacterOfAnId() {
        List<RoomId> most = rooms(100, 8).subList(0, 99);
        int left = StreamStart.MAX_CURSOR
                - cursor(most).length()
                - ",=".length()
                - LAST.text().length();

        assertThat(StreamStart.cursorFits(with(most, "y".repeat(left)))).isTrue();
        assertThat(StreamStart.cursorFits(with(most, "y".repeat(left + 1)))).isFalse();
    }

    private static List<RoomId> with(List<RoomId> rooms, String last) {
        return java.util.stream.Stream.concat(rooms.stream(), java.util.stream.Stream.of(new RoomId(last)))
                .toList();
    }

    @Test
    void theLongestCursorIsReadBack() {
        List<RoomId> rooms = rooms(100, 8);

        var start = StreamStart.parse(cursor(rooms));

        assertThat(start)
                .isEqualTo(new StreamStart.After(rooms.stream().collect(Collectors.toMap(room -> room, _ -> LAST))));
    }
}
