package dev.parley.fleet;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The processes of a fleet from the first one's start to the last one's end. Started by one thread, stopped by another
/// perhaps, also in the middle of the start.
final class RunningFleet implements AutoCloseable {

    /// A server drains in less than ten seconds.
    private static final Duration SERVER_STOP = Duration.ofSeconds(20);

    private static final Duration SERVICE_STOP = Duration.ofSeconds(10);
    private static final Duration INITDB = Duration.ofSeconds(120);

    private final FleetPlan plan;
    private final FleetFolder folder;
    private final Screen screen;
    private final LocalHttp http = new LocalHttp();
    private final Object starting = new Object();
    private Optional<Child> initdb = Optional.empty();
    private final List<Part> services = new ArrayList<>();
    private final List<ServerNode> nodes = new ArrayList<>();
    private Optional<Part> front = Optional.empty();
    private boolean stopped;

    RunningFleet(FleetPlan plan, FleetFolder folder, Screen screen) {
        this.plan = plan;
        this.folder = folder;
        this.screen = screen;
    }

    /// @throws FleetFailure when it cannot; then logs are kept
    void start() {
        try {
            startAll();
        } catch (FleetFailure e) {
            guarded(() -> {
                folder.keep();
                return folder;
            });
            throw e;
        }
    }

    private void startAll() {
        initialise();
        Part postgres = service("PostgreSQL", () -> Services.postgres(folder));
        List<String> keys = new ArrayList<>(plan.stage().keys());
        keys.add("--parley.data=" + folder.path().resolve("keys"));
        keys.add("--parley.postgres.url=postgresql://127.0.0.1:" + postgres.port() + "/postgres");
        keys.add("--parley.postgres.user=" + Services.POSTGRES_USER);
        if (plan.value("parley.bus").isEmpty()) {
            keys.add("--parley.bus=" + plan.bus());
        }
        if (plan.needsNats()) {
            keys.add("--parley.nats.url=nats://127.0.0.1:"
                    + service("NATS", () -> Services.nats(folder)).port());
        }
        if (plan.needsRedis()) {
            keys.add("--parley.redis.url=redis://127.0.0.1:"
                    + service("Redis", () -> Services.redis(folder)).port());
        }
        keys.addAll(plan.keys());
        startNodes(keys);
        startFront();
    }

    private void initialise() {
        guarded(() -> {
            initdb = Services.initdb(folder);
            initdb.ifPresent(folder::note);
            return initdb;
        });
        try {
            initdb.ifPresent(child -> child.awaitDone(INITDB));
        } catch (FleetFailure e) {
            throw new FleetFailure("PostgreSQL cannot make its data in " + folder.path()
                    + "; if this is root, the user postgres has to be able to reach that folder: " + e.sentence());
        }
    }

    private Part service(String name, Supplier<Part> start) {
        long began = System.nanoTime();
        Part part = guarded(() -> {
            Part started = start.get();
            services.add(started);
            folder.note(started.child());
            return started;
        });
        part.awaitListening();
        screen.say(name + " runs on port " + part.port() + since(began));
        return part;
    }

    private void startNodes(List<String> keys) {
        screen.say("starting " + plan.nodes() + " servers, which takes some ten seconds ...");
        long began = System.nanoTime();
        for (int number = 1; number <= plan.nodes(); number++) {
            int own = number;
            guarded(() -> {
                ServerNode node = ServerNode.start(own, folder, keys, http);
                nodes.add(node);
                folder.note(node.part().child());
                return node;
            });
        }
        for (ServerNode node : nodes) {
            node.awaitReady();
            screen.say(node.name() + " is ready on port " + node.port() + since(began));
        }
    }

    private void startFront() {
        guarded(() -> {
            front = Front.start(folder, plan.port(), nodes);
            front.ifPresent(part -> folder.note(part.child()));
            return front;
        });
        front.ifPresent(Part::awaitListening);
        screen.say(front.map(part -> "a front for all of them runs on port " + part.port())
                .orElse("there is neither nginx nor HAProxy for a front: use the servers' own ports"));
    }

    /// Nothing is started any more once everything is being stopped. For what returns at once: whoever stops waits for
    /// it, and finds what was started among what there is to end.
    private <T> T guarded(Supplier<T> start) {
        synchronized (starting) {
            if (stopped) {
                throw new FleetFailure("The fleet was stopped while it started.");
            }
            return start.get();
        }
    }

    private static String since(long began) {
        return " (%.1f s)".formatted((System.nanoTime() - began) / 1e9);
    }

    List<ServerNode> nodes() {
        return nodes;
    }

    /// Services and the front.
    List<Part> others() {
        List<Part> others = new ArrayList<>(services);
        front.ifPresent(others::add);
        return others;
    }

    Optional<Part> front() {
        return front;
    }

    Path folder() {
        return folder.path();
    }

    LocalHttp http() {
        return http;
    }

    /// Servers first, so that they finish what they have taken and send their readers away; then what they stood on.
    /// Only
    /// the first call does anything.
    @Override
    public void close() {
        synchronized (starting) {
            if (stopped) {
                return;
            }
            stopped = true;
        }
        screen.say("stopping: the servers drain ...");
        end(nodes.stream().map(ServerNode::part).toList(), SERVER_STOP);
        front.ifPresent(part -> end(List.of(part), SERVICE_STOP));
        end(services, SERVICE_STOP);
        initdb.ifPresent(child -> end(List.of(Part.of(child, 0)), SERVICE_STOP));
        http.close();
        folder.close();
        screen.say("stopped; " + (folder.kept() ? "data and logs are in " + folder.path() : "nothing is left behind"));
    }

    private void end(List<Part> parts, Duration within) {
        List<Part> alive = parts.stream().filter(part -> part.child().isAlive()).toList();
        alive.forEach(part -> part.ask().run());
        for (Part part : alive) {
            if (!part.child().awaitEnd(within)) {
                screen.say(part.name() + " did not end within " + within.toSeconds() + " s and was killed");
            }
        }
    }
}
