package dev.parley.simulation.streams;

import dev.parley.access.Principal;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.simulation.Findings;
import dev.parley.usecase.Answer;
import dev.parley.usecase.RoomSocket;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A client that reads rooms over a socket: it subscribes and unsubscribes as it goes, at best while a pass is under
/// way, shows new credentials, and comes back with the last id of each room.
final class SocketClient implements Wire.Reader {

    /// Two loops that stall one after the other are later than that by far.
    private static final Duration SUCCESSION = Duration.ofSeconds(8);
    /// Once everything is to come to rest, what is not subscribed to is asked for again so often.
    private static final Duration CARE = Duration.ofMillis(700);

    private final StreamWorld world;
    private final List<StreamNode> nodes;
    private final Findings findings;
    private final String name;
    private final SplittableRandom random;
    private final SocketWhims whims;
    private final Set<RoomId> wanted;
    /// Chance to say something while a write is on its way.
    private final double busy;

    private Temper temper;
    private @Nullable SessionId session;
    private @Nullable SocketLine line;
    private int connections;
    private boolean waiting;

    SocketClient(StreamWorld world, List<StreamNode> nodes, Findings findings, String name) {
        this.world = world;
        this.nodes = nodes;
        this.findings = findings;
        this.name = name;
        this.random = world.random.split();
        this.whims = new SocketWhims(world, name);
        this.temper = world.live && random.nextBoolean() ? Temper.slow(random) : Temper.draw(random);
        this.busy = random.nextInt(3) == 0 ? 0.3 : random.nextDouble() * 0.1;
        this.wanted = new LinkedHashSet<>(world.rooms.subList(0, 1 + random.nextInt(world.rooms.size())));
    }

    void start() {
        world.time.after(Duration.ofMillis(random.nextInt(10_000)), this::open);
        actLater();
    }

    /// From now on it wants what it wants at rest, and shows credentials without end.
    void settle() {
        temper = Temper.CALM;
        SocketOps ops = line == null ? null : line.ops();
        if (ops != null) {
            ops.renew(everything(), Set.copyOf(world.rooms), null);
        }
        care();
    }

    private Principal everything() {
        return StreamWorld.principal(name, world.rooms);
    }

    private void care() {
        subscribeToAll();
        world.time.after(CARE, this::care);
    }

    private void subscribeToAll() {
        SocketLine current = line;
        SocketOps ops = current == null ? null : current.ops();
        if (current != null && ops != null) {
            Set<RoomId> missing = current.ask(wanted);
            wanted.stream().filter(missing::contains).forEach(room -> whims.subscribe(ops, room));
        }
    }

    private void openSoon() {
        if (!waiting) {
            waiting = true;
            world.time.after(Duration.ofMillis(1 + random.nextInt(random.nextBoolean() ? 50 : 2_000)), () -> {
                waiting = false;
                open();
            });
        }
    }

    private void open() {
        StreamNodeRun node = nodes.get(random.nextInt(nodes.size())).run();
        if (node == null) {
            openSoon();
            return;
        }
        long now = world.time.nanos();
        SimulatedLane loop = node.anyLoop(random);
        Duration validFor = temper.credentialsEnd() ? Duration.ofMillis(500 + random.nextInt(8_000)) : null;
        long expiresAt = validFor == null ? Long.MAX_VALUE : now + validFor.toNanos();
        var transcript = Transcript.ofSocket(name + "." + ++connections, now, expiresAt);
        var wire = new Wire(world, loop, node::draining, transcript, this);
        var opened = new SocketLine(world, node, transcript, wire);
        world.transcripts.add(transcript);
        SessionId shown = session != null && random.nextBoolean() ? session : null;
        world.trace.note(transcript + " asks " + node + " for a socket, session " + shown);
        giveWay(line, opened, shown);
        line = opened;
        node.add(wire);
        node.streaming()
                .connect(
                        everything(),
                        shown,
                        validFor,
                        loop,
                        world.wiring.outlet(wire),
                        answer -> answered(opened, loop, answer));
    }

    /// A session has one connection on a node: the newest.
    private void giveWay(@Nullable SocketLine older, SocketLine newer, @Nullable SessionId shown) {
        if (older == null || shown == null || older.wire().closed() || older.node() != newer.node()) {
            return;
        }
        world.time.after(SUCCESSION, () -> {
            if (older.node().alive() && newer.isOpened() && older.greetedAs(shown)) {
                findings.demand(
                        older.wire().finished(),
                        "a session has one connection",
                        older.transcript(),
                        newer.transcript());
            }
        });
    }

    private void answered(SocketLine opened, SimulatedLane loop, Answer<RoomSocket> answer) {
        switch (answer) {
            case Answer.Ok<RoomSocket>(var socket) -> {
                opened.opened(new SocketOps(world, loop, opened.wire(), opened.transcript(), socket, opened));
                opened.wire().answered(socket.stream());
            }
            case Answer.Refused<RoomSocket>(var refusal) -> {
                world.trace.note(name + " is refused: " + refusal);
                world.time.execute(() -> opened.wire().refused(false));
            }
        }
    }

    @Override
    public void read(Frame frame) {
        SocketLine current = line;
        SocketOps ops = current == null ? null : current.ops();
        if (current == null || ops == null) {
            return;
        }
        note(ops, frame);
        if (random.nextDouble() < (frame instanceof Frame.Hello ? temper.leavesAtHello() : temper.restless())) {
            leave(current);
        }
    }

    private void note(SocketOps ops, Frame frame) {
        switch (frame) {
            case Frame.Hello hello -> {
                session = new SessionId(hello.session());
                subscribeToAll();
            }
            case Frame.Heartbeat _ -> ops.pong();
            case Frame.Message message -> whims.saw(message.room(), message.id());
            case Frame.Gap gap -> whims.saw(gap.room(), gap.id());
            case Frame.Dropped dropped -> whims.saw(dropped.room(), dropped.id());
            case Frame.Cursor(var id, var room) when room != null -> whims.saw(room, id);
            default -> {}
        }
    }

    private void actLater() {
        world.time.after(Duration.ofMillis(50 + random.nextInt(1_500)), () -> {
            if (!world.faults.stopped()) {
                act();
                actLater();
            }
        });
    }

    @Override
    public void wrote() {
        if (random.nextDouble() < busy && !world.faults.stopped()) {
            act();
        }
    }

    private void act() {
        SocketLine current = line;
        SocketOps ops = current == null ? null : current.ops();
        if (current == null || ops == null) {
            return;
        }
        switch (random.nextInt(40)) {
            case 0, 1, 2 -> subscribeToAll();
            // With the session it has, while the connection it has is still there.
            case 3 -> openSoon();
            default -> whims.act(current.node(), ops, session);
        }
    }

    /// Loses its connection and stays away for so long.
    void stayAway(Duration away) {
        if (line != null) {
            line.wire().lose();
        }
        waiting = true;
        world.time.after(away.plusMillis(random.nextInt(200)), () -> {
            waiting = false;
            open();
        });
    }

    private void leave(SocketLine leaving) {
        if (!world.faults.stopped()) {
            if (random.nextInt(4) == 0) {
                leaving.wire().forsake();
            } else {
                leaving.wire().lose();
            }
            openSoon();
        }
    }

    @Override
    public void ended() {
        if (line == null || line.wire().over()) {
            openSoon();
        }
    }

    @Override
    public double pauses() {
        return temper.pauses();
    }

    @Override
    public double breaks() {
        return temper.breaks();
    }

    /// The connection it has, if it is there to stay.
    @Nullable
    Transcript connected() {
        return line == null || line.wire().closed() ? null : line.transcript();
    }

    void rest() {
        SocketLine current = line;
        if (current != null && !current.wire().closed()) {
            current.wire().rest();
            findings.demand(
                    current.transcript().rooms().containsAll(wanted),
                    "at rest every room that is wanted is subscribed to",
                    current.transcript(),
                    current.transcript().rooms());
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
