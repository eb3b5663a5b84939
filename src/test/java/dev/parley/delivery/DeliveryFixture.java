package dev.parley.delivery;

import dev.parley.delivery.Notice.DropReason;
import dev.parley.delivery.spi.LaneExecutor;
import dev.parley.kernel.Event;
import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.TypeFilter;
import dev.parley.kernel.UserId;
import dev.parley.log.Retention;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Streams over a log of the test's, in one thread.
final class DeliveryFixture implements LaneExecutor {

    static final UserId ANNA = new UserId("anna");

    /// Counts what streams tell.
    static final class Counts implements StreamObserver {
        int opened;
        int closed;
        int catchUps;
        int events;
        int replayed;
        int pages;
        int tailReads;
        int stalled;
        int slow;
        final Map<String, Integer> leftOut = new TreeMap<>();
        final Map<Notice.GapReason, Integer> gaps = new EnumMap<>(Notice.GapReason.class);

        @Override
        public void opened() {
            opened++;
        }

        @Override
        public void closed() {
            closed++;
        }

        @Override
        public void catchUp() {
            catchUps++;
        }

        @Override
        public void gap(Notice.GapReason reason) {
            gaps.merge(reason, 1, Integer::sum);
        }

        @Override
        public void leftOut(Tier tier, DropReason reason, int count) {
            leftOut.merge(tier.wire() + " " + Notice.wire(reason), count, Integer::sum);
        }

        @Override
        public void delivered(int count, int replays) {
            events += count;
            replayed += replays;
        }

        @Override
        public void pageRead() {
            pages++;
        }

        @Override
        public void tailRead() {
            tailReads++;
        }

        @Override
        public void stalled() {
            stalled++;
        }

        @Override
        public void slow() {
            slow++;
        }
    }

    final ManualTime time = new ManualTime();
    final ManualOffload offload = new ManualOffload();
    final LogOnHand log;
    final PlainFrames frames = new PlainFrames();
    final Counts counts = new Counts();
    final RoomRules rules;
    final Tails tails;
    final Streams streams;
    /// Whether the reader may read this room.
    boolean allowed = true;

    DeliveryFixture() {
        this(TailSettings.LOCAL, StreamSettings.DEFAULT);
    }

    /// Another node over the log of one.
    DeliveryFixture(LogOnHand log) {
        this(log, TailSettings.LOCAL, StreamSettings.DEFAULT, Attendance.NONE);
    }

    DeliveryFixture(Attendance attendance) {
        this(new LogOnHand(), TailSettings.LOCAL, StreamSettings.DEFAULT, attendance);
    }

    DeliveryFixture(TailSettings tailSettings, StreamSettings settings) {
        this(new LogOnHand(), tailSettings, settings, Attendance.NONE);
    }

    private DeliveryFixture(LogOnHand log, TailSettings tailSettings, StreamSettings settings, Attendance attendance) {
        this.log = log;
        this.rules = new RoomRules(log, offload, time, time, time);
        var random = new SplittableRandom(7);
        tails = new Tails(log, log, offload, time, time, time, random, tailSettings, counts);
        streams = new Streams(tails, rules, frames, frames, time, time, random, settings, counts, attendance);
    }

    @Override
    public void execute(Runnable task) {
        time.execute(task);
    }

    @Override
    public void after(Duration delay, Runnable task) {
        time.after(delay, task);
    }

    /// Lets everything happen that needs no time.
    void settle() {
        do {
            offload.finishAll();
            time.advance(Duration.ZERO);
        } while (offload.open() > 0);
    }

    /// Lets time pass in small steps, with whatever is read meanwhile.
    void pass(long millis) {
        for (long left = millis; left > 0; left -= 50) {
            time.advanceMillis(Math.min(50, left));
            log.now += Math.min(50, left);
            settle();
        }
    }

    void tell(LogOnHand.Room room, List<Event> events) {
        tails.committed(room.id, Retention.KEEP_ALL, events);
    }

    /// Commits this many messages through this node.
    void publish(LogOnHand.Room room, int count) {
        tell(room, log.add(room, count));
    }

    static StreamStart after(LogOnHand.Room room, long seq) {
        return new StreamStart.After(Map.of(room.id, room.at(seq)));
    }

    static StreamStart after(RoomId room, Position position) {
        return new StreamStart.After(Map.of(room, position));
    }

    static final StreamStart FRESH = new StreamStart.Fresh(null);

    Client open(LogOnHand.Room room, StreamStart start) {
        return open(request(List.of(room.id), false, start), List.of(room.state()));
    }

    static StreamRequest request(List<RoomId> rooms, boolean multi, StreamStart start) {
        return new StreamRequest(rooms, multi, start, TypeFilter.ALL, true, false, null, null);
    }

    static StreamRequest request(RoomId room, TypeFilter types, boolean echo, @Nullable SessionId session) {
        return new StreamRequest(List.of(room), false, FRESH, types, echo, false, session, null);
    }

    Client open(StreamRequest request, List<RoomState> rooms) {
        Client client = begin(request, rooms);
        settle();
        return client;
    }

    Client openMulti(StreamStart start, LogOnHand.Room... rooms) {
        List<RoomId> ids = new ArrayList<>();
        List<RoomState> states = new ArrayList<>();
        for (LogOnHand.Room room : rooms) {
            ids.add(room.id);
            states.add(room.state());
        }
        return open(request(ids, true, start), states);
    }

    /// Without letting anything happen.
    Client begin(StreamRequest request, List<RoomState> rooms) {
        var client = new Client();
        var reader = new Reader(ANNA, _ -> allowed);
        streams.open(reader, request, streams.now(), rooms, this, client, opening -> client.opening = opening);
        return client;
    }

    OpenSocket connect(Client client, @Nullable SessionId session, @Nullable Duration validFor) {
        List<OpenSocket> connected = new ArrayList<>();
        streams.connect(new Reader(ANNA, _ -> allowed), session, validFor, this, client, connecting -> {
            if (connecting instanceof Streams.Connected(var socket)) {
                connected.add(socket);
            }
        });
        settle();
        return connected.getFirst();
    }

    static List<String> events(String room, long from, long to, @Nullable String epoch) {
        List<String> lines = new ArrayList<>();
        for (long seq = from; seq <= to; seq++) {
            lines.add(room + " " + seq + (epoch == null ? "" : " #" + epoch + ":" + seq));
        }
        return lines;
    }
}
