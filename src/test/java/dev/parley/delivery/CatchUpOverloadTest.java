package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.after;
import static dev.parley.delivery.DeliveryFixture.events;
import static dev.parley.delivery.DeliveryFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.Position;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Everybody comes back at once with a cursor that memory does not serve.
class CatchUpOverloadTest {

    private static final int AT_A_TIME = 6;
    private static final int READERS = 60;
    private static final int EVENTS = 3_000;

    private final DeliveryFixture fixture = new DeliveryFixture(
            TailSettings.LOCAL, new StreamSettings(Duration.ofSeconds(10), Duration.ofSeconds(15), READERS, AT_A_TIME));
    private final LogOnHand log = fixture.log;
    private final LogOnHand.Room hot = log.create("hot", "aaaaaaaa");
    private final LogOnHand.Room warm = log.create("warm", "bbbbbbbb");

    @AfterEach
    void everyBufferWasGivenBack() {
        assertThat(fixture.frames.buffersOut).isZero();
    }

    /// A client that comes back with the cursor it saw last when it is sent away.
    private final class Returning {

        final LogOnHand.Room room;
        final List<String> heard = new ArrayList<>();
        private final long from;
        private long cursor;
        private Client client = new Client();

        Returning(LogOnHand.Room room, long from) {
            this.room = room;
            this.from = from;
            this.cursor = from;
        }

        void connect() {
            client = fixture.begin(request(List.of(room.id), false, after(room, cursor)), List.of(room.state()));
        }

        /// Whether it was sent away.
        boolean listen() {
            List<String> lines = client.lines();
            assertThat(lines).first().asString().startsWith("hello " + room.id + "@" + room.head() + " resumed #");
            for (String line : lines) {
                int id = line.indexOf('#');
                if (id >= 0) {
                    cursor =
                            Position.parse(line.substring(id + 1)).orElseThrow().seq();
                }
                if (line.startsWith(room.id + " ")) {
                    heard.add(line);
                }
            }
            if (client.open) {
                assertThat(lines).last().asString().startsWith("caught-up " + room.id + " " + room.head());
                return false;
            }
            assertThat(lines).last().isEqualTo("reconnect overloaded");
            client.stream().closed();
            return true;
        }

        List<String> owed() {
            return events(room.id.value(), from + 1, room.head(), room.epoch.text());
        }
    }

    private List<Returning> readers() {
        List<Returning> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            readers.add(new Returning(i % 3 == 0 ? warm : hot, 7L * i));
        }
        return readers;
    }

    /// Connects all, and those who were sent away again, until nobody is.
    ///
    /// @return how many were sent away at the first try
    private int catchUp(List<Returning> readers) {
        List<Returning> away = readers;
        int first = 0;
        for (int round = 0; !away.isEmpty(); round++) {
            assertThat(round).as("rounds until all are caught up").isLessThan(READERS);
            away.forEach(Returning::connect);
            fixture.settle();
            away = away.stream().filter(Returning::listen).toList();
            first = round == 0 ? away.size() : first;
        }
        return first;
    }

    @Test
    void whoIsSentAwayComesBackAndIsCaughtUpAndEachPageIsReadOnce() {
        log.add(hot, EVENTS);
        log.add(warm, EVENTS);
        List<Returning> readers = readers();

        assertThat(catchUp(readers)).as("sent away at once").isBetween(READERS / 2, READERS - AT_A_TIME);
        assertThat(readers).allSatisfy(reader -> assertThat(reader.heard).isEqualTo(reader.owed()));
        assertThat(pages())
                .as("each page of each room once")
                .doesNotHaveDuplicates()
                .containsAll(firstPagesOf(hot))
                .containsAll(firstPagesOf(warm));
        assertThat(fixture.streams.size()).isEqualTo(READERS);
    }

    @Test
    void afterTheRushAllHearWhatComes() {
        log.add(hot, EVENTS);
        log.add(warm, EVENTS);
        List<Returning> readers = readers();
        catchUp(readers);
        fixture.publish(hot, 1);
        fixture.publish(warm, 1);
        fixture.settle();

        assertThat(readers)
                .allSatisfy(reader -> assertThat(reader.client.lines())
                        .isEqualTo(events(reader.room.id.value(), EVENTS + 1, EVENTS + 1, reader.room.epoch.text())));
        assertThat(fixture.open(hot, after(hot, EVENTS)).opening)
                .as("the node is full")
                .isInstanceOf(Streams.Full.class);
        readers.getFirst().client.stream().closed();
        Client late = fixture.open(warm, after(warm, 5));
        assertThat(late.lines()).as("no place of a catch-up is lost").hasSize(EVENTS + 1 - 5 + 2);
    }

    /// Reads of the log that look for what follows a cursor.
    private List<String> pages() {
        return log.reads.stream().filter(read -> read.contains("After[")).toList();
    }

    private static List<String> firstPagesOf(LogOnHand.Room room) {
        return Stream.iterate(0, after -> after + Pages.SIZE)
                .limit(8)
                .map(after -> room.id + " After[position=" + room.epoch.text() + ":" + after + "]")
                .toList();
    }
}
