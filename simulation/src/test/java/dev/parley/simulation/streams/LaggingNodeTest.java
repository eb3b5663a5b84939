package dev.parley.simulation.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Grants;
import dev.parley.access.Principal;
import dev.parley.delivery.OpenStream;
import dev.parley.delivery.StreamRequest;
import dev.parley.delivery.StreamStart;
import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.EventType;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.kernel.UserId;
import dev.parley.log.PageRequest;
import dev.parley.log.Retention;
import dev.parley.log.RoomSettings;
import dev.parley.simulation.Findings;
import dev.parley.usecase.Answer;
import dev.parley.usecase.Draft;
import dev.parley.usecase.HistoryPage;
import dev.parley.usecase.HistoryQuery;
import dev.parley.usecase.Precondition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Clients that have read something on one node and come to another one, whose own newest stretch of the log
/// lags behind: the bus is late, loses, is cut or carries nothing. They go on where they were, by stream and by
/// history.
class LaggingNodeTest {

    private static final int WORLDS = 200;
    private static final int TRIES = 5;

    private int lagging;

    @Test
    void whoReturnsByANodeThatLagsIsNeverToldOfAGapOrThatHisCursorIsAhead() {
        for (int seed = 0; seed < WORLDS; seed++) {
            new Scene(seed).run();
        }
        assertThat(lagging)
                .as("tries in which the node did not know of the cursor")
                .isGreaterThan(WORLDS * TRIES / 4);
    }

    private static final class Reader implements Wire.Reader {
        final List<Frame> frames = new ArrayList<>();

        @Override
        public void read(Frame frame) {
            frames.add(frame);
        }

        @Override
        public void ended() {
            frames.add(new Frame.Reconnect(0, "ended"));
        }

        @Override
        public double pauses() {
            return 0;
        }

        @Override
        public double breaks() {
            return 0;
        }

        List<Long> seqs() {
            return frames.stream()
                    .<Long>mapMulti((frame, seqs) -> {
                        if (frame instanceof Frame.Message message) {
                            seqs.accept(message.seq());
                        }
                    })
                    .toList();
        }

        long last() {
            List<Long> seqs = seqs();
            return seqs.isEmpty() ? 0 : seqs.getLast();
        }

        String cursor() {
            return frames.stream()
                    .map(ConnectionRules::id)
                    .filter(id -> id != null)
                    .reduce((_, id) -> id)
                    .orElseThrow();
        }
    }

    private final class Scene {

        private final int seed;
        private final StreamWorld world;
        private final SplittableRandom random;
        private final StreamNodeRun here;
        private final StreamNodeRun there;
        private final RoomId room;
        private final Principal client;
        private final List<Reader> returned = new ArrayList<>();
        private final List<Answer<HistoryPage>> pages = new ArrayList<>();
        private int published;
        private int opened;

        Scene(int seed) {
            var findings = new Findings();
            this.seed = seed;
            this.world = new StreamWorld(seed, false, StreamWiring.STRAIGHT, StreamWorld.Kind.FLEET);
            this.random = world.random.split();
            this.room = world.rooms.getFirst();
            this.client = StreamWorld.principal("client", List.of(room));
            world.faults.stop();
            this.here = new StreamNodeRun("here", world, findings);
            this.there = new StreamNodeRun("there", world, findings);
        }

        void run() {
            here.administration()
                    .put(
                            new Principal(new UserId("keeper"), null, Grants.NONE, true),
                            room,
                            null,
                            (_, _) -> new RoomSettings("", Retention.KEEP_ALL, 0, false),
                            Precondition.none(),
                            _ -> {});
            pass(2_000);
            Reader first = open(here, new StreamStart.Fresh(0));
            // Somebody reads there all the time, so that the room is held in memory as far as it was heard of.
            Reader watcher = open(there, new StreamStart.Fresh(0));
            pass(4_000);
            for (int i = 0; i < TRIES; i++) {
                disturb();
                publish(1 + random.nextInt(5));
                awaitRead(first, published);
                lagging += watcher.last() < published ? 1 : 0;
                comeBack(first.cursor());
                pass(random.nextInt(3_000));
            }
            becomeWell();
            judge();
        }

        private void disturb() {
            Bus bus = there.bus();
            if (bus == null || world.fleet == null) {
                throw new AssertionError("a fleet has a bus");
            }
            switch (random.nextInt(world.fleet.exact ? 2 : 4)) {
                case 0 -> world.fleet.cut(bus, world.time);
                case 2 -> world.fleet.hang(bus, world.time);
                default -> {}
            }
        }

        private void comeBack(String cursor) {
            returned.add(open(there, StreamStart.parse(room, cursor)));
            var from = new PageRequest.After(Position.parse(cursor).orElseThrow());
            Duration patience = random.nextBoolean() ? Duration.ZERO : Duration.ofSeconds(5);
            there.queries().history(client, room, new HistoryQuery(from, 10, TypeFilter.ALL, patience), pages::add);
        }

        private void becomeWell() {
            if (world.fleet != null && there.bus() instanceof Bus bus) {
                world.fleet.calmDown();
                world.fleet.mend(bus);
            }
            pass(5_000);
            publish(1);
            pass(10_000);
        }

        private void judge() {
            assertThat(pages).as("history in world %s", seed).hasSize(TRIES).allMatch(Answer.Ok.class::isInstance);
            for (Reader reader : returned) {
                assertThat(reader.frames)
                        .as("what was told in world %s", seed)
                        .noneMatch(frame -> frame instanceof Frame.Gap
                                || frame instanceof Frame.Dropped
                                || frame instanceof Frame.Closed
                                || frame.lastWords());
                long begin = reader.seqs().getFirst();
                assertThat(reader.seqs())
                        .as("in world %s", seed)
                        .isEqualTo(
                                LongStream.rangeClosed(begin, published).boxed().toList());
            }
        }

        private Reader open(StreamNodeRun node, StreamStart start) {
            var wishes = new Wishes(List.of(room), false, TypeFilter.ALL, true, 0);
            var reader = new Reader();
            var transcript = new Transcript(
                    "reader" + ++opened, wishes.ask(start, world.time.nanos(), null), world.time.nanos());
            SimulatedLane loop = node.anyLoop(random);
            var wire = new Wire(world, loop, node::draining, transcript, reader);
            node.add(wire);
            StreamRequest request = wishes.request(start, false, null, null);
            node.streaming().open(client, request, loop, wire, answer -> {
                switch (answer) {
                    case Answer.Ok<OpenStream>(var stream) -> wire.answered(stream);
                    case Answer.Refused<OpenStream> refused ->
                        throw new AssertionError("in world " + seed + ": " + refused);
                }
            });
            return reader;
        }

        private void publish(int count) {
            List<Draft> drafts = IntStream.range(0, count)
                    .mapToObj(_ -> new Draft(
                            new ClientMessageId("m" + ++published),
                            new EventType("text"),
                            null,
                            0,
                            null,
                            JsonText.of("{}")))
                    .toList();
            here.publishing().publishAll(client, room, drafts, _ -> {});
        }

        private void awaitRead(Reader reader, long seq) {
            for (int i = 0; i < 400 && reader.last() < seq; i++) {
                pass(10);
            }
            assertThat(reader.last()).as("read in world %s", seed).isEqualTo(seq);
        }

        private void pass(long millis) {
            world.time.run(Duration.ofMillis(millis));
        }
    }
}
