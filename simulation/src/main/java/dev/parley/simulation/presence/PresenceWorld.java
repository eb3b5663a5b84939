package dev.parley.simulation.presence;

import dev.parley.adapters.memory.MemoryLifecycleLog;
import dev.parley.adapters.memory.MemoryNodeDirectory;
import dev.parley.adapters.memory.MemoryPresenceRegistry;
import dev.parley.adapters.memory.MemoryStore;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.presence.Place;
import dev.parley.presence.SessionKey;
import dev.parley.simulation.Findings;
import dev.parley.simulation.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Nodes, a registry, a lifecycle log and clients that come and go, all drawn from one seed.
final class PresenceWorld {

    static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final int ROUGH_MILLIS = 120_000;
    private static final Duration ENDS = Duration.ofSeconds(75);

    final SplittableRandom random;
    final VirtualTime time;
    final MemoryPresenceRegistry registry;
    final MemoryLifecycleLog log;
    final MemoryNodeDirectory directory;
    final List<Tab> tabs = new ArrayList<>();
    private final PresenceChecker checker;
    private final List<PresenceNode> nodes = new ArrayList<>();
    private final Map<String, Long> held = new HashMap<>();
    private final double failing;
    private long roughAt;
    private boolean outage;
    private int started;
    boolean calm;

    PresenceWorld(long seed, Findings findings) {
        this.random = new SplittableRandom(seed);
        this.time = new VirtualTime(random.split());
        InstantSource clock = () -> BEGIN.plusNanos(time.nanos());
        this.registry = new MemoryPresenceRegistry(clock);
        this.log = new MemoryLifecycleLog(new MemoryStore(clock, 1));
        this.directory = new MemoryNodeDirectory(clock);
        this.failing = random.nextBoolean() ? 0 : random.nextDouble() * 0.05;
        this.checker = new PresenceChecker(this, findings);
        int count = 3 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            start();
        }
        people();
    }

    /// One of those that it began with.
    PresenceNode node(int index) {
        return nodes.get(index);
    }

    private void start() {
        nodes.add(new PresenceNode(this, ++started));
    }

    private void people() {
        for (int user = 0; user < 4; user++) {
            for (int room = 0; room < 2; room++) {
                int many = 1 + random.nextInt(4);
                for (int i = 0; i < many; i++) {
                    tabs.add(new Tab(this, new UserId("user" + user), new RoomId("room" + room)));
                }
            }
        }
    }

    void run() {
        tabs.forEach(tab -> later(5_000, () -> next(tab)));
        trouble();
        checker.watch();
        time.run(Duration.ofMillis(ROUGH_MILLIS));
        calm = true;
        outage = false;
        nodes.forEach(PresenceNode::resume);
        time.run(ENDS);
        checker.atRest();
    }

    boolean fails() {
        return !calm && (outage || random.nextDouble() < failing);
    }

    boolean calmFor(Duration span) {
        return !outage && time.millis() - roughAt > span.toMillis();
    }

    boolean someNodeIsWell(Duration span) {
        return nodes.stream().anyMatch(node -> node.well(span));
    }

    private void later(int atMost, Runnable task) {
        time.after(Duration.ofMillis(1 + random.nextInt(atMost)), task);
    }

    // What people do.

    private void next(Tab tab) {
        if (calm) {
            return;
        }
        if (!tab.held()) {
            connect(tab);
            later(20_000, () -> next(tab));
            return;
        }
        int whim = random.nextInt(10);
        tab.drop(whim < 7 ? Duration.ZERO : Duration.ofMillis(random.nextInt(15_000)));
        if (whim == 0 || whim == 9) {
            time.after(Duration.ofSeconds(15 + random.nextInt(40)), () -> next(tab));
        } else {
            later(8_000, () -> next(tab));
        }
    }

    private void connect(Tab tab) {
        List<PresenceNode> serving = nodes.stream().filter(PresenceNode::serves).toList();
        if (!serving.isEmpty()) {
            tab.connect(serving.get(random.nextInt(serving.size())), random.nextInt(8) == 0);
        }
    }

    void registered(PresenceNode by, SessionKey key) {
        tabs.stream()
                .filter(tab -> tab.room.equals(key.room()) && tab.session().equals(key.session()))
                .forEach(tab -> tab.registered(by));
    }

    /// Over a bus that loses some of what it carries.
    void tell(NodeId node, List<Place> taken) {
        if (calm || random.nextInt(4) > 0) {
            nodes.stream()
                    .filter(there -> there.id.equals(node))
                    .forEach(there -> later(500, () -> there.hear(() -> there.keeper.wereTaken(taken))));
        }
    }

    void heldUntil(Tab tab, Duration fromNow) {
        held.merge(tab.user + " " + tab.room, time.millis() + fromNow.toMillis(), Math::max);
    }

    long heldUntil(UserId user, RoomId room) {
        return held.getOrDefault(user + " " + room, 0L);
    }

    // What goes wrong.

    private void trouble() {
        later(25_000, () -> {
            if (!calm) {
                switch (random.nextInt(5)) {
                    case 0 -> kill();
                    case 1, 2 -> pause();
                    case 3 -> outage();
                    default -> flush();
                }
                trouble();
            }
        });
    }

    private PresenceNode anyNode() {
        return nodes.get(random.nextInt(nodes.size()));
    }

    private void kill() {
        PresenceNode node = anyNode();
        node.kill();
        nodes.remove(node);
        tabs.stream().filter(tab -> tab.node() == node).forEach(tab -> {
            tab.cutOff();
            heldUntil(tab, Duration.ZERO);
        });
        time.after(Duration.ofSeconds(1 + random.nextInt(8)), this::start);
    }

    private void pause() {
        PresenceNode node = anyNode();
        if (!node.serves()) {
            return;
        }
        int millis = 500 + random.nextInt(random.nextBoolean() ? 8_000 : 30_000);
        node.pause();
        tabs.stream()
                .filter(tab -> tab.node() == node && random.nextInt(3) > 0)
                .forEach(tab -> later(8_000, () -> {
                    if (tab.node() == node && !node.serves() && node.alive()) {
                        tab.drop(Duration.ofMillis(millis));
                        connect(tab);
                    }
                }));
        time.after(Duration.ofMillis(millis), node::resume);
    }

    private void outage() {
        if (!outage) {
            outage = true;
            time.after(Duration.ofMillis(500 + random.nextInt(8_000)), () -> {
                outage = false;
                roughAt = time.millis();
            });
        }
    }

    private void flush() {
        registry.flush();
        roughAt = time.millis();
    }
}
