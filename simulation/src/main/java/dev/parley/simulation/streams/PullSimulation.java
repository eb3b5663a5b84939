package dev.parley.simulation.streams;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Grants;
import dev.parley.access.Principal;
import dev.parley.adapters.memory.BusWeather;
import dev.parley.adapters.memory.MemoryBroker;
import dev.parley.adapters.memory.MemoryRoomLog;
import dev.parley.adapters.memory.MemoryRoomReader;
import dev.parley.adapters.memory.MemoryStore;
import dev.parley.delivery.LongPolls;
import dev.parley.delivery.Notice;
import dev.parley.delivery.OpenStream;
import dev.parley.delivery.Reader;
import dev.parley.delivery.Signals;
import dev.parley.delivery.StreamObserver;
import dev.parley.delivery.StreamRequest;
import dev.parley.delivery.StreamSettings;
import dev.parley.delivery.StreamStart;
import dev.parley.delivery.Streams;
import dev.parley.delivery.TailPages;
import dev.parley.delivery.TailSettings;
import dev.parley.delivery.Tails;
import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.LaneExecutor;
import dev.parley.delivery.spi.Outlet;
import dev.parley.delivery.spi.PassBuffer;
import dev.parley.fanout.BusFanout;
import dev.parley.fanout.FanoutMode;
import dev.parley.fanout.FanoutObserver;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.TypeFilter;
import dev.parley.kernel.UserId;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendObserver;
import dev.parley.log.CommitListener;
import dev.parley.log.LaneLimits;
import dev.parley.log.PageRequest;
import dev.parley.room.RoomRules;
import dev.parley.simulation.VirtualTime;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Draft;
import dev.parley.usecase.HistoryPage;
import dev.parley.usecase.HistoryQuery;
import dev.parley.usecase.Publishing;
import dev.parley.usecase.Pull;
import dev.parley.usecase.Queries;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Two nodes over a bus that is late: who is told of news by one of them and reads them through the other. What must
/// hold is told with the rule's name first.
public final class PullSimulation {

    private static final RoomId ROOM = new RoomId("room");
    private static final UserId ANNA = new UserId("anna");
    private static final Principal ROOT = new Principal(ANNA, null, Grants.everything(), true);
    private static final int TRIES = 100;
    private static final int LATEST_MILLIS = 400;
    /// So long an answer may stay away before the next notice.
    private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

    private final SplittableRandom random;
    private final VirtualTime time;
    private final MemoryStore store;
    private final MemoryBroker broker;
    private final Node here;
    private final Node there;
    private final List<String> violations = new ArrayList<>();
    private int storeReads;

    private PullSimulation(long seed) {
        random = new SplittableRandom(seed);
        time = new VirtualTime(random.split());
        store = new MemoryStore(() -> Instant.ofEpochSecond(1_800_000_000).plusNanos(time.nanos()), 1);
        broker = new MemoryBroker(time, time, new BusWeather() {
            @Override
            public List<Duration> copies() {
                return List.of(Duration.ofMillis(random.nextInt(LATEST_MILLIS)));
            }
        });
        here = new Node();
        there = new Node();
    }

    /// @param pulls how often it was pulled
    /// @param fromMemory how many of these took no read of the store
    public record Verdict(List<String> violations, int pulls, int fromMemory) {}

    /// From an odd seed answers are lost.
    public static Verdict run(long seed) {
        return new PullSimulation(seed).pull(seed % 2 != 0);
    }

    /// A node, and how often it has asked the store.
    private final class Node implements LaneExecutor, Offload {

        final RoomRules rules;
        final Streams streams;
        final Queries queries;
        final Publishing publishing;
        final LongPolls polls;

        Node() {
            var log = new MemoryRoomLog(store);
            var reader = new MemoryRoomReader(store);
            rules = new RoomRules(reader, this, time, time, time);
            var fanout = new BusFanout(
                    NodeId.draw(random),
                    new FanoutMode.Rooms(),
                    broker.bus(),
                    time,
                    time,
                    time,
                    random.split(),
                    FanoutObserver.NONE);
            var tails = new Tails(
                    log,
                    reader,
                    this,
                    time,
                    time,
                    time,
                    random.split(),
                    TailSettings.LOCAL,
                    StreamObserver.NONE,
                    fanout);
            streams = new Streams(
                    tails,
                    rules,
                    new HeadsAlone(),
                    _ -> new TextBuffer(),
                    time,
                    time,
                    random.split(),
                    StreamSettings.DEFAULT,
                    StreamObserver.NONE);
            var lanes = new AppendLanes(
                    log,
                    this,
                    time,
                    time,
                    time,
                    LaneLimits.DEFAULT,
                    CommitListener.both(tails, fanout.publisher()),
                    AppendObserver.NONE);
            var policy = new AccessPolicy(Grants.NONE);
            polls = new LongPolls(tails, time, time, 10);
            var memory = new Queries.Memory(polls, new TailPages(tails, new HeadsAlone()), streams::pulled);
            queries = new Queries(
                    rules,
                    policy,
                    log,
                    new Offload() {
                        @Override
                        public <T> void run(Callable<T> call, Consumer<Result<T>> callback) {
                            storeReads++;
                            Node.this.run(call, callback);
                        }
                    },
                    memory);
            publishing = new Publishing(rules, policy, lanes, random.split(), true);
            rules.start();
            tails.start();
        }

        @Override
        public void execute(Runnable task) {
            time.execute(task);
        }

        @Override
        public void after(Duration delay, Runnable task) {
            time.after(delay, task);
        }

        @Override
        public <T> void run(Callable<T> call, Consumer<Result<T>> callback) {
            time.after(Duration.ofNanos(random.nextInt(2_000_000)), () -> {
                try {
                    callback.accept(new Done<>(call.call()));
                } catch (Exception e) {
                    callback.accept(new Failed<>(e));
                }
            });
        }

        void publish() {
            var draft = new Draft(null, new EventType("text"), null, 0, null, JsonText.of("1"));
            publishing.publish(ROOT, ROOM, draft, _ -> {});
        }

        void pull(Position cursor, long least, @Nullable SessionId session, Consumer<HistoryPage> answer) {
            var query = new HistoryQuery(new PageRequest.After(cursor), HistoryQuery.MAX_LIMIT, TypeFilter.ALL);
            queries.pull(
                    ROOT,
                    ROOM,
                    query,
                    new Pull(least, session),
                    page -> answer.accept(((Answer.Ok<HistoryPage>) page).value()));
        }
    }

    /// Tells heads, and nothing else.
    private static final class HeadsAlone implements Framing {

        @Override
        public byte[] event(Event event, Format format) {
            return new byte[] {'.'};
        }

        @Override
        public byte[] plain(Event event) {
            return new byte[] {'.'};
        }

        @Override
        public byte[] notice(Notice notice, @Nullable String id, Format format) {
            return notice instanceof Notice.Notify news
                    ? (news.head().seq() + "\n").getBytes(StandardCharsets.US_ASCII)
                    : new byte[0];
        }
    }

    /// Reads what it is told of through the other node, and once more through its own, unless answers are lost:
    /// then through either of them, and it waits until it is told again.
    private final class Client implements Outlet {

        private final boolean answersAreLost;
        private Position cursor;
        private @Nullable OpenStream stream;
        private int tries;
        private int fromMemory;
        private long toldAt;
        private boolean told;

        Client(Position begin, boolean answersAreLost) {
            this.cursor = begin;
            this.answersAreLost = answersAreLost;
        }

        private void notice(long head) {
            if (told && time.nanos() - toldAt < PATIENCE) {
                violations.add("one notice until the pull is answered: told of " + head + " meanwhile");
            }
            told = true;
            toldAt = time.nanos();
        }

        private void told(long head) {
            @Nullable SessionId session = stream == null ? null : stream.session();
            notice(head);
            if (head <= cursor.seq()) {
                return;
            }
            tries++;
            if (random.nextInt(3) == 0) {
                // Of somebody at the same place who was told of nothing.
                there.pull(cursor, 0, null, _ -> {});
            }
            int before = storeReads;
            Node asked = answersAreLost && random.nextBoolean() ? here : there;
            asked.pull(cursor, head, session, page -> {
                told &= asked != here;
                if (answersAreLost && random.nextInt(3) == 0) {
                    return;
                }
                if (page.next().seq() < head || page.items().isEmpty()) {
                    violations.add(
                            "no answer is short of what was told: told of " + head + " and got up to " + page.next());
                }
                fromMemory += storeReads == before ? 1 : 0;
                for (Event event : page.items()) {
                    if (event.seq() != cursor.seq() + 1) {
                        violations.add("nothing is left out: " + event.position() + " after " + cursor);
                    }
                    cursor = event.position();
                }
                if (!answersAreLost) {
                    here.pull(cursor, 0, session, _ -> told = false);
                }
            });
        }

        @Override
        public boolean writable() {
            return true;
        }

        @Override
        public void write(PassBuffer buffer) {
            ((TextBuffer) buffer)
                    .text()
                    .lines()
                    .filter(line -> !line.isEmpty())
                    .forEach(head ->
                            time.after(Duration.ofMillis(1 + random.nextInt(20)), () -> told(Long.parseLong(head))));
        }

        @Override
        public long pending() {
            return 0;
        }

        @Override
        public long acknowledged() {
            return 0;
        }

        @Override
        public boolean gone() {
            return false;
        }

        @Override
        public void end() {}

        @Override
        public void abort() {}
    }

    /// Of a reader who is at the head of a room with one message.
    private Client open(boolean answersAreLost) {
        here.publish();
        time.run(Duration.ofSeconds(1));
        var state = new MemoryRoomReader(store).read(ROOM).orElseThrow();
        var head = new Position(state.epoch(), state.head());
        there.polls.await(ROOM, head, _ -> false, Duration.ofHours(1), _ -> {});
        var client = new Client(head, answersAreLost);
        var request = new StreamRequest(
                List.of(ROOM),
                false,
                new StreamStart.Fresh(0),
                TypeFilter.ALL,
                true,
                false,
                null,
                null,
                Signals.NONE,
                Set.of(ROOM));
        here.streams.open(
                new Reader(ANNA, _ -> true), request, here.streams.now(), List.of(state), here, client, opening -> {
                    client.stream = ((Streams.Opened) opening).stream();
                });
        time.run(Duration.ofSeconds(5));
        return client;
    }

    private long head() {
        return new MemoryRoomReader(store).read(ROOM).orElseThrow().head();
    }

    private Verdict pull(boolean answersAreLost) {
        Client client = open(answersAreLost);
        if (answersAreLost) {
            oneByOne(client);
        } else {
            many(client);
        }
        if (client.cursor.seq() != head()) {
            violations.add("everything arrives: " + client.cursor + " of " + head());
        }
        return new Verdict(List.copyOf(violations), client.tries, client.fromMemory);
    }

    private void many(Client client) {
        for (int i = 0; client.tries < TRIES && i < 100 * TRIES; i++) {
            (random.nextInt(3) == 0 ? there : here).publish();
            time.run(Duration.ofMillis(random.nextInt(random.nextInt(5) == 0 ? 1_000 : 100)));
        }
        time.run(Duration.ofSeconds(5));
    }

    /// Nothing follows that would be told anyway.
    private void oneByOne(Client client) {
        for (int i = 0; i < TRIES / 10; i++) {
            (random.nextBoolean() ? there : here).publish();
            time.run(Duration.ofMinutes(5));
            if (client.cursor.seq() != head()) {
                violations.add("everything arrives: " + client.cursor + " of " + head());
            }
        }
    }
}
