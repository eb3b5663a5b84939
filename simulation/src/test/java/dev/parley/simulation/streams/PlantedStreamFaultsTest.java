package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.delivery.Notice;
import dev.parley.delivery.StreamStart;
import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.CommitListener;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.Retention;
import dev.parley.log.spi.RoomLog;
import dev.parley.simulation.ForwardingRoomLog;
import dev.parley.simulation.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The checker is only worth something if it finds faults. Each test plants one between two parts; some run has to
/// notice it by the rule that is meant for it.
class PlantedStreamFaultsTest {

    private static final int RUNS = 300;

    private static void isFound(StreamWiring fault, String rule) {
        assertThat(LongStream.range(0, RUNS)
                        .mapToObj(seed -> StreamSimulation.run(seed, false, fault))
                        .flatMap(verdict -> verdict.violations().stream())
                        .anyMatch(violation -> violation.startsWith(rule)))
                .as("a violation of: %s", rule)
                .isTrue();
    }

    private abstract static class FramingFault extends FrameText implements StreamWiring {
        @Override
        public Framing framing(Framing framing) {
            return this;
        }
    }

    /// A page as the log gives it, or something else.
    private interface PageFault extends StreamWiring {
        LogPage page(RoomLog log, RoomId room, PageRequest from, int limit);

        @Override
        default RoomLog log(RoomLog log, VirtualTime time) {
            return new ForwardingRoomLog(log) {
                @Override
                public LogPage page(RoomId room, PageRequest from, int limit) {
                    return PageFault.this.page(log, room, from, limit);
                }
            };
        }
    }

    @Test
    void aHelloThatNamesTheHeadToOneWhoResumesIsFound() {
        isFound(
                new FramingFault() {
                    @Override
                    public byte[] notice(Notice notice, @Nullable String id, Format format) {
                        boolean one = notice instanceof Notice.Hello hello
                                && format == Format.SSE_WITH_ID
                                && id != null
                                && !hello.rooms().isEmpty();
                        return super.notice(notice, one ? head((Notice.Hello) notice) : id, format);
                    }

                    private static String head(Notice.Hello hello) {
                        Notice.RoomStart room = hello.rooms().getFirst();
                        return new Position(room.epoch(), room.head()).text();
                    }
                },
                "hello's id is where the client is");
    }

    @Test
    void anEpochThatIsIgnoredIsFound() {
        isFound(
                new StreamWiring() {
                    @Override
                    public StreamStart start(StreamStart asked, LogHistory log) {
                        return asked instanceof StreamStart.After(var positions)
                                ? new StreamStart.After(positions.entrySet().stream()
                                        .collect(Collectors.toMap(
                                                Map.Entry::getKey, cursor -> inTheLogOfNow(cursor, log))))
                                : asked;
                    }

                    private static Position inTheLogOfNow(Map.Entry<RoomId, Position> cursor, LogHistory log) {
                        RoomLife now = log.current(cursor.getKey());
                        return now == null
                                ? cursor.getValue()
                                : new Position(
                                        now.epoch, Math.min(cursor.getValue().seq(), now.head()));
                    }
                },
                "resumed is who has a cursor of this log");
    }

    /// The room's place in memory is made only this long after the log was read for it.
    private static final class LateActivation implements StreamWiring {

        private static final long LATE_NANOS = 80_000_000;
        private final Map<RoomId, Long> activeFrom = new HashMap<>();

        @Override
        public RoomLog log(RoomLog log, VirtualTime time) {
            return new ForwardingRoomLog(log) {
                @Override
                public LogPage page(RoomId room, PageRequest from, int limit) {
                    if (from instanceof PageRequest.Newest) {
                        activeFrom.put(room, time.nanos() + LATE_NANOS);
                    }
                    return super.page(room, from, limit);
                }
            };
        }

        @Override
        public CommitListener listener(CommitListener tails, VirtualTime time) {
            return new CommitListener() {
                @Override
                public void committed(RoomId room, Retention retention, List<Event> events) {
                    if (activeFrom.getOrDefault(room, 0L) <= time.nanos()) {
                        tails.committed(room, retention, events);
                    }
                }

                @Override
                public void uncertain(RoomId room) {
                    tails.uncertain(room);
                }
            };
        }
    }

    @Test
    void readingBeforeActivatingIsFound() {
        isFound(new LateActivation(), "nothing is left out");
    }

    @Test
    void aPageThatBeginsOneTooLateIsFound() {
        PageFault fault = (log, room, from, limit) -> {
            LogPage page = log.page(room, from, limit);
            return page instanceof LogPage.Rows(var epoch, var first, var head, var now, var events)
                            && from instanceof PageRequest.After
                            && events.size() > 1
                    ? new LogPage.Rows(epoch, first, head, now, events.subList(1, events.size()))
                    : page;
        };
        isFound(fault, "nothing is left out");
    }

    @Test
    void thePagesLastEventRepeatedByTheTailIsFound() {
        isFound(
                new FramingFault() {
                    private final Map<RoomId, Position> reached = new HashMap<>();
                    private final Map<Position, byte[]> frames = new HashMap<>();

                    @Override
                    public byte[] notice(Notice notice, @Nullable String id, Format format) {
                        if (notice instanceof Notice.CaughtUp(var room, var at, var replayed) && replayed > 0) {
                            reached.put(room, at);
                        }
                        return super.notice(notice, id, format);
                    }

                    @Override
                    public byte[] event(Event event, Format format) {
                        byte[] frame = super.event(event, format);
                        frames.put(event.position(), frame);
                        Position end = reached.get(event.room());
                        byte[] last = end == null ? null : frames.get(end);
                        return last == null || end.seq() + 1 != event.seq() ? frame : both(last, frame);
                    }

                    private static byte[] both(byte[] first, byte[] second) {
                        byte[] both = Arrays.copyOf(first, first.length + second.length);
                        System.arraycopy(second, 0, both, first.length, second.length);
                        return both;
                    }
                },
                "nothing is repeated");
    }

    @Test
    void anEventLostAtTheSeamOfPageAndTailIsFound() {
        isFound(
                new FramingFault() {
                    private final Map<RoomId, Position> reached = new HashMap<>();

                    @Override
                    public byte[] notice(Notice notice, @Nullable String id, Format format) {
                        if (notice instanceof Notice.CaughtUp(var room, var at, var replayed) && replayed > 0) {
                            reached.put(room, new Position(at.epoch(), at.seq() + 1));
                        }
                        return super.notice(notice, id, format);
                    }

                    @Override
                    public byte[] event(Event event, Format format) {
                        return event.position().equals(reached.get(event.room()))
                                ? new byte[0]
                                : super.event(event, format);
                    }
                },
                "nothing is left out");
    }

    @Test
    void aFilterThatHidesTheServersOwnEventsIsFound() {
        isFound(
                new FramingFault() {
                    @Override
                    public byte[] event(Event event, Format format) {
                        return event.type().system() ? new byte[0] : super.event(event, format);
                    }
                },
                "nothing is left out");
    }

    @Test
    void anUnjustifiedGapIsFound() {
        int[] calls = {0};
        PageFault fault = (log, room, from, limit) -> {
            LogPage page = log.page(room, from, limit);
            return page instanceof LogPage.Rows rows
                            && from instanceof PageRequest.After
                            && rows.events().size() > 2
                            && ++calls[0] % 3 == 0
                    ? new LogPage.Trimmed(rows.epoch(), rows.events().get(1).seq(), rows.head())
                    : page;
        };
        isFound(fault, "a gap ");
    }

    @Test
    void aCursorAheadOfWhatWasWrittenIsFound() {
        isFound(
                new FramingFault() {
                    @Override
                    public byte[] event(Event event, Format format) {
                        return new String(super.event(event, format), StandardCharsets.UTF_8)
                                .replace(event.position().text(), ahead(event))
                                .getBytes(StandardCharsets.UTF_8);
                    }

                    private static String ahead(Event event) {
                        return new Position(event.position().epoch(), event.seq() + 1).text();
                    }
                },
                "events of one room have ids");
    }

    @Test
    void framesOfAnotherRoomAreFound() {
        isFound(
                new FramingFault() {
                    @Override
                    public byte[] event(Event event, Format format) {
                        return super.event(elsewhere(event), format);
                    }

                    private static Event elsewhere(Event event) {
                        return event.seq() % 5 > 0
                                ? event
                                : new Event(
                                        new RoomId("elsewhere"),
                                        event.position(),
                                        event.type(),
                                        event.tier(),
                                        event.author(),
                                        event.clientMsgId(),
                                        event.ts(),
                                        event.data(),
                                        event.ref(),
                                        event.expiresAt());
                    }
                },
                "only of rooms of this stream");
    }

    @Test
    void whatNobodyPublishedIsFound() {
        isFound(
                new FramingFault() {
                    @Override
                    public byte[] event(Event event, Format format) {
                        var other = JsonText.of("\"made up\"");
                        return super.event(
                                new Event(
                                        event.room(),
                                        event.position(),
                                        event.type(),
                                        event.tier(),
                                        event.author(),
                                        event.clientMsgId(),
                                        event.ts(),
                                        other,
                                        event.ref(),
                                        event.expiresAt()),
                                format);
                    }
                },
                "what is written is in the log");
    }

    @Test
    void silenceIsFound() {
        isFound(
                new FramingFault() {
                    @Override
                    public byte[] notice(Notice notice, @Nullable String id, Format format) {
                        return notice instanceof Notice.Heartbeat ? new byte[0] : super.notice(notice, id, format);
                    }
                },
                "a sign of life in time");
    }

    @Test
    void aCommitNobodyIsToldOfIsFound() {
        isFound(
                new StreamWiring() {
                    @Override
                    public CommitListener listener(CommitListener tails, VirtualTime time) {
                        return new CommitListener() {
                            @Override
                            public void committed(RoomId room, Retention retention, List<Event> events) {
                                if (events.getLast().seq() % 3 > 0) {
                                    tails.committed(room, retention, events);
                                }
                            }

                            @Override
                            public void uncertain(RoomId room) {
                                tails.uncertain(room);
                            }
                        };
                    }
                },
                "nothing is left out");
    }

    @Test
    void withoutAFaultNothingIsFound() {
        assertThat(LongStream.range(0, 20).mapToObj(StreamSimulation::run))
                .allSatisfy(verdict -> assertThat(verdict.violations()).isEmpty());
    }
}
