package dev.parley.simulation.streams;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Grants;
import dev.parley.access.Principal;
import dev.parley.adapters.memory.MemoryRoomLog;
import dev.parley.adapters.memory.MemoryRoomReader;
import dev.parley.adapters.memory.MemoryStore;
import dev.parley.delivery.Notice;
import dev.parley.delivery.Reader;
import dev.parley.delivery.SignalHub;
import dev.parley.delivery.SignalObserver;
import dev.parley.delivery.Signals;
import dev.parley.delivery.StreamObserver;
import dev.parley.delivery.StreamRequest;
import dev.parley.delivery.StreamSettings;
import dev.parley.delivery.StreamStart;
import dev.parley.delivery.Streams;
import dev.parley.delivery.TailSettings;
import dev.parley.delivery.Tails;
import dev.parley.delivery.spi.Format;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.LaneExecutor;
import dev.parley.delivery.spi.Outlet;
import dev.parley.delivery.spi.PassBuffer;
import dev.parley.fanout.SignalRelay;
import dev.parley.kernel.Author;
import dev.parley.kernel.Event;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Offload;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Sender;
import dev.parley.kernel.Signal;
import dev.parley.kernel.TypeFilter;
import dev.parley.kernel.UserId;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendObserver;
import dev.parley.log.LaneLimits;
import dev.parley.room.RoomRules;
import dev.parley.simulation.VirtualTime;
import dev.parley.usecase.Draft;
import dev.parley.usecase.Publishing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A node on which very many signal to a room while messages are published in it. What must hold of what its viewers
/// hear is told with the rule's name first.
public final class SignalSimulation implements LaneExecutor, Offload {

    private static final RoomId ROOM = new RoomId("room");
    private static final int VIEWERS = 200;
    private static final int STEPS = 2_000;
    private static final int OF_A_PASS = 20;
    private static final int OF_A_TYPE = 5;
    private static final long GAP = Duration.ofMillis(100).toNanos();

    private final SplittableRandom random;
    private final VirtualTime time;
    private final MemoryStore store;
    private final Streams streams;
    private final Publishing publishing;
    private final SignalHub hub;
    private final List<Viewer> viewers = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<String, Integer> newest = new HashMap<>();
    private long sum;
    private int signals;

    /// @param signals that were taken
    public record Verdict(List<String> violations, int signals) {}

    private SignalSimulation(long seed) {
        random = new SplittableRandom(seed);
        time = new VirtualTime(random.split());
        store = new MemoryStore(() -> Instant.ofEpochSecond(1_800_000_000).plusNanos(time.nanos()), 1);
        var log = new MemoryRoomLog(store);
        var reader = new MemoryRoomReader(store);
        var rules = new RoomRules(reader, this, time, time, time);
        var framing = new SignalsAlone();
        var tails =
                new Tails(log, reader, this, time, time, time, random.split(), TailSettings.LOCAL, StreamObserver.NONE);
        streams = new Streams(
                tails,
                rules,
                framing,
                _ -> new TextBuffer(),
                time,
                time,
                random.split(),
                StreamSettings.DEFAULT,
                StreamObserver.NONE);
        var lanes = new AppendLanes(log, this, time, time, time, LaneLimits.DEFAULT, tails, AppendObserver.NONE);
        publishing = new Publishing(rules, new AccessPolicy(Grants.NONE), lanes, random.split(), true);
        hub = new SignalHub(streams, SignalRelay.NONE, time, time, time, SignalObserver.NONE);
        rules.start();
        tails.start();
        hub.start();
    }

    public static Verdict run(long seed) {
        return new SignalSimulation(seed).signal();
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

    private Verdict signal() {
        publish();
        time.run(Duration.ofSeconds(1));
        for (int i = 0; i < VIEWERS; i++) {
            viewers.add(new Viewer());
        }
        viewers.forEach(this::open);
        time.run(Duration.ofSeconds(1));
        for (int i = 0; i < STEPS; i++) {
            step();
        }
        time.run(Duration.ofSeconds(60));
        viewers.forEach(Viewer::checkTheEnd);
        return new Verdict(violations.stream().distinct().toList(), signals);
    }

    private void step() {
        int many = random.nextInt(10);
        for (int i = 0; i < many; i++) {
            send();
        }
        if (random.nextInt(10) == 0) {
            publish();
        }
        if (random.nextBoolean()) {
            time.run(Duration.ofMillis(random.nextInt(30)));
        }
    }

    private void send() {
        var sender = new Author(new Sender("user" + random.nextInt(30)), null);
        var type = new EventType("type" + random.nextInt(6));
        if (random.nextInt(3) == 0) {
            int n = random.nextInt(1, 9);
            sum += take(new Signal.Sum(new EventType("heart"), sender, n, 60_000)) ? n : 0;
        } else {
            int value = ++signals;
            if (take(new Signal.Latest(type, sender, JsonText.of(Integer.toString(value)), 60_000))) {
                newest.put(type.value() + " " + sender.sender().value(), value);
            }
        }
    }

    private boolean take(Signal signal) {
        return hub.take(new Signal.OfRoom(ROOM), null, signal) instanceof SignalHub.Taken;
    }

    private void publish() {
        var draft = new Draft(null, new EventType("text"), null, 0, null, JsonText.of("1"));
        var root = new Principal(new UserId("root"), null, Grants.everything(), true);
        publishing.publish(root, ROOM, draft, _ -> {});
    }

    private void open(Viewer viewer) {
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
                Set.of());
        streams.open(
                new Reader(new UserId("viewer"), _ -> true),
                request,
                streams.now(),
                List.of(new MemoryRoomReader(store).read(ROOM).orElseThrow()),
                this,
                viewer,
                _ -> {});
    }

    /// Tells signals, each in a line, and nothing else.
    private static final class SignalsAlone implements Framing {

        @Override
        public byte[] event(Event event, Format format) {
            return new byte[] {'.', '\n'};
        }

        @Override
        public byte[] plain(Event event) {
            return new byte[] {'.'};
        }

        @Override
        public byte[] notice(Notice notice, @Nullable String id, Format format) {
            String line = notice instanceof Notice.Signalled told ? line(told.signal()) : "";
            return line.getBytes(StandardCharsets.US_ASCII);
        }
    }

    private static String line(Signal signal) {
        return switch (signal) {
            case Signal.Sum added -> "+ " + added.n() + "\n";
            case Signal.Latest latest ->
                latest.type().value() + " " + latest.author().sender().value() + " " + latest.data() + "\n";
        };
    }

    /// Takes everything at once.
    private final class Viewer implements Outlet {

        private final Map<String, Integer> heard = new HashMap<>();
        private final Set<String> values = new HashSet<>();
        private long hearts;
        private long passAt = Long.MIN_VALUE / 2;

        @Override
        public void write(PassBuffer buffer) {
            List<String> lines = ((TextBuffer) buffer)
                    .text()
                    .lines()
                    .filter(line -> !line.equals("."))
                    .toList();
            if (!lines.isEmpty()) {
                checkPass(lines);
                lines.forEach(this::hear);
            }
        }

        private void checkPass(List<String> lines) {
            if (lines.size() > OF_A_PASS) {
                violations.add("a pass tells no more than 20: " + lines.size());
            }
            lines.stream()
                    .map(line -> line.split(" ")[0])
                    .distinct()
                    .filter(type -> lines.stream()
                                    .filter(line -> line.startsWith(type + " "))
                                    .count()
                            > OF_A_TYPE)
                    .forEach(type -> violations.add("a pass tells no more than 5 of a type: " + type));
            if (time.nanos() - passAt < GAP) {
                violations.add("passes are 100 ms apart: " + (time.nanos() - passAt) + " ns");
            }
            passAt = time.nanos();
        }

        private void hear(String line) {
            String[] words = line.split(" ");
            if (words[0].equals("+")) {
                hearts += Long.parseLong(words[1]);
                return;
            }
            if (!values.add(line)) {
                violations.add("nothing is told twice: " + line);
            }
            String of = words[0] + " " + words[1];
            int value = Integer.parseInt(words[2]);
            if (heard.getOrDefault(of, 0) > value) {
                violations.add("no older value follows a newer one: " + line);
            }
            heard.put(of, value);
        }

        void checkTheEnd() {
            if (hearts != sum) {
                violations.add("a sum loses nothing: " + hearts + " of " + sum);
            }
            if (!heard.equals(newest)) {
                violations.add("the newest of each is told in the end: " + heard.size() + " of " + newest.size());
            }
        }

        @Override
        public boolean writable() {
            return true;
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
}
