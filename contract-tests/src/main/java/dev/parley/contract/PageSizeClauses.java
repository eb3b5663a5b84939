package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.log.LogPage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// A page holds a MiB of data, or one event.
abstract class PageSizeClauses extends StoreContract {

    private static final int MIB = 1 << 20;

    @Test
    void bigEventsFillAPageAtAMibAndTheNextGoesOnWithoutHole() {
        var room = newRoom("lobby");
        for (int batch = 0; batch < 3; batch++) {
            append(bigMessages(room, batch));
        }

        var forwards = new ArrayList<Long>();
        while (forwards.size() < 120) {
            forwards.addAll(bigPage(after(room, forwards.size(), 500)));
        }
        var backwards = new ArrayList<Long>(bigPage(newest(room, 500)));
        while (backwards.getFirst() > 1) {
            backwards.addAll(0, bigPage(before(room, backwards.getFirst(), 500)));
        }

        assertThat(forwards).isEqualTo(LongStream.rangeClosed(1, 120).boxed().toList());
        assertThat(backwards).isEqualTo(forwards);
    }

    private static List<dev.parley.log.Append> bigMessages(Appends room, int batch) {
        var json = "\"" + "é".repeat(8_000) + "\"";
        return LongStream.range(0, 40)
                .mapToObj(i -> room.message(batch + "-" + i, json))
                .toList();
    }

    /// No page of this log but its last is far from full.
    private static List<Long> bigPage(LogPage page) {
        long bytes = rows(page).events().stream()
                .map(Event::data)
                .mapToLong(JsonText::length)
                .sum();
        assertThat(bytes).isBetween(1L, (long) MIB);
        assertThat(bytes > MIB / 2 || seqs(page).contains(1L) || seqs(page).contains(120L))
                .isTrue();
        return seqs(page);
    }

    @Test
    void anEventLargerThanAPageComesAlone() {
        var room = newRoom("lobby");
        append(room.message("m1"));
        append(room.message("huge", "\"" + "x".repeat(MIB + MIB / 2) + "\""));
        append(room.message("m3"));

        assertThat(seqs(after(room, 1, 500))).containsExactly(2L);
        assertThat(seqs(before(room, 3, 500))).containsExactly(2L);
        assertThat(seqs(after(room, 2, 500))).containsExactly(3L);
    }
}
