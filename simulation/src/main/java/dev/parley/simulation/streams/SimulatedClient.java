package dev.parley.simulation.streams;

import dev.parley.access.Principal;
import dev.parley.delivery.OpenStream;
import dev.parley.delivery.StreamStart;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.SessionId;
import dev.parley.simulation.Findings;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Draft;
import dev.parley.usecase.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A client that opens a stream, reads, loses its connection at any moment or leaves, and comes back by any node with
/// the id it saw last.
final class SimulatedClient implements Wire.Reader {

    private final StreamWorld world;
    private final List<StreamNode> nodes;
    private final String name;
    private final Principal principal;
    private final SplittableRandom random;
    private final Wishes wishes;
    private Temper temper;
    private final boolean forges;
    private final Ledger ledger;
    private @Nullable String lastId;
    private @Nullable SessionId session;
    private @Nullable Wire wire;
    private @Nullable Transcript transcript;
    private int connections;
    private int sent;
    private boolean waiting;

    SimulatedClient(StreamWorld world, List<StreamNode> nodes, Findings findings, String name) {
        this.world = world;
        this.nodes = nodes;
        this.name = name;
        this.principal = StreamWorld.principal(name, world.rooms);
        this.random = world.random.split();
        this.wishes = Wishes.draw(world, random);
        this.temper = world.live && random.nextBoolean() ? Temper.slow(random) : Temper.draw(random);
        this.forges = random.nextInt(8) == 0;
        this.ledger = new Ledger(world.history, findings, name);
    }

    /// A cursor no server gave out.
    private String forged() {
        RoomLife life = world.history.current(wishes.rooms().getFirst());
        String epoch = life == null ? "1aaaaaaaa" : life.epoch.text();
        String position = random.nextInt(3) == 0 ? "rubbish" : epoch + ":" + (100 + random.nextInt(1_000_000));
        return wishes.multi() ? wishes.rooms().getFirst() + "=" + position : position;
    }

    void start() {
        world.time.after(Duration.ofMillis(random.nextInt(10_000)), this::open);
        publishLater();
    }

    /// From now on it stays, reads at once, and has credentials without end.
    void settle() {
        temper = Temper.CALM;
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
        if (forges && connections == 0) {
            lastId = forged();
        }
        SimulatedLane loop = node.anyLoop(random);
        Duration validFor = temper.credentialsEnd() ? Duration.ofMillis(500 + random.nextInt(8_000)) : null;
        StreamStart start = wishes.start(lastId);
        var ask = wishes.ask(start, world.time.nanos(), validFor);
        var opening = new Transcript(name + "." + ++connections, ask, world.time.nanos());
        var opened = new Wire(world, loop, node::draining, opening, this);
        world.transcripts.add(opening);
        world.trace.note(opening + " asks " + node + " for " + wishes.rooms() + " after " + lastId);
        wire = opened;
        transcript = opening;
        node.add(opened);
        var request =
                wishes.request(world.wiring.start(start, world.history), random.nextBoolean(), session(), validFor);
        node.streaming()
                .open(principal, request, loop, world.wiring.outlet(opened), answer -> answered(opened, answer));
        if (random.nextDouble() < temper.restless()) {
            world.time.after(Duration.ofMillis(random.nextInt(3_000)), () -> leave(opened));
        }
    }

    private @Nullable SessionId session() {
        return random.nextBoolean() ? session : null;
    }

    private void answered(Wire opened, Answer<OpenStream> answer) {
        switch (answer) {
            case Answer.Ok<OpenStream>(var stream) -> opened.answered(stream);
            case Answer.Refused<OpenStream>(var refusal) -> {
                world.trace.note(name + " is refused: " + refusal);
                boolean forGood = refusal instanceof Refusal.Forbidden || refusal instanceof Refusal.RoomNotFound;
                world.time.execute(() -> opened.refused(forGood));
            }
        }
    }

    @Override
    public void read(Frame frame) {
        if (transcript != null && wishes.everything()) {
            ledger.read(transcript.ask(), frame);
        }
        String id = ConnectionRules.id(frame);
        if (id != null) {
            lastId = id;
        }
        boolean hello = false;
        if (frame instanceof Frame.Hello greeting) {
            session = new SessionId(greeting.session());
            hello = true;
        }
        if (wire != null && random.nextDouble() < (hello ? temper.leavesAtHello() : temper.restless())) {
            leave(wire);
        }
    }

    /// Loses its connection and stays away for so long.
    void stayAway(Duration away) {
        if (wire != null) {
            wire.lose();
        }
        waiting = true;
        world.time.after(away.plusMillis(random.nextInt(200)), () -> {
            waiting = false;
            open();
        });
    }

    private void leave(Wire opened) {
        if (opened == wire && !opened.over() && !world.faults.stopped()) {
            if (random.nextInt(4) == 0) {
                opened.forsake();
            } else {
                opened.lose();
            }
            openSoon();
        }
    }

    @Override
    public void ended() {
        openSoon();
    }

    @Override
    public double pauses() {
        return temper.pauses();
    }

    @Override
    public double breaks() {
        return temper.breaks();
    }

    private void publishLater() {
        world.time.after(Duration.ofMillis(200 + random.nextInt(3_000)), () -> {
            publish();
            if (!world.faults.stopped()) {
                publishLater();
            }
        });
    }

    /// With the session of its stream, be it the last one.
    private void publish() {
        StreamNodeRun node = nodes.get(random.nextInt(nodes.size())).run();
        if (node != null && session != null) {
            var id = new ClientMessageId("c" + ++sent);
            world.history.publishedBy(principal.author().sender(), id, session.value());
            var draft =
                    new Draft(id, new EventType("text"), null, 0, null, JsonText.of("\"" + name + " " + sent + "\""));
            node.publishing().publishAll(principal, session, wishes.rooms().getFirst(), List.of(draft), _ -> {});
        }
    }

    /// The connection it has, if it is there to stay.
    @Nullable
    Transcript connected() {
        return wire == null || wire.closed() ? null : transcript;
    }

    void rest() {
        ledger.judge();
        if (wire != null && !wire.closed()) {
            wire.rest();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
