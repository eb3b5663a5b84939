package dev.parley.simulation.streams;

import dev.parley.delivery.OpenStream;
import dev.parley.delivery.spi.Outlet;
import dev.parley.delivery.spi.PassBuffer;
import dev.parley.simulation.streams.CountedBuffers.Buffer;
import dev.parley.simulation.streams.CountedBuffers.Content;
import dev.parley.simulation.streams.LaneWatch.LaneWrite;
import dev.parley.simulation.streams.Transcript.Ending;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One connection between a node and a client: what is written waits until the client takes it, in time or not.
final class Wire implements Outlet {

    /// Above this many waiting bytes it takes nothing more, until they are down to [#LOW].
    static final int HIGH = 4_096;

    private static final int LOW = 1_024;
    /// A lane comes to a handful of tasks until then.
    private static final int LATEST_BREAK_NANOS = 1_000_000;
    /// Some clients read nothing for up to this long: longer than the deadline for writes.
    private static final int LONGEST_PAUSE_MILLIS = 14_000;

    /// Who reads.
    interface Reader {
        void read(Frame frame);

        void ended();

        /// Chance that it pauses before it reads on.
        double pauses();

        /// Chance that its connection breaks right after a write.
        double breaks();

        /// Something is on its way to it.
        default void wrote() {}
    }

    private record Waiting(Buffer buffer, Content content) {}

    private final StreamWorld world;
    private final SimulatedLane lane;
    private final BooleanSupplier nodeDrains;
    private final Transcript transcript;
    private final Reader reader;
    private final SplittableRandom random;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private @Nullable OpenStream stream;
    private long pending;
    private boolean begun;
    private boolean choked = true;
    private boolean draining;
    /// The server has said its last.
    private boolean finished;
    /// The client has gone, and nothing tells the node.
    private boolean forsaken;

    private boolean closed;

    /// @param nodeDrains whether the node ends all connections
    Wire(StreamWorld world, SimulatedLane lane, BooleanSupplier nodeDrains, Transcript transcript, Reader reader) {
        this.nodeDrains = nodeDrains;
        this.world = world;
        this.lane = lane;
        this.transcript = transcript;
        this.reader = reader;
        this.random = world.random.split();
        transcript.add(new Transcript.Blocked(world.time.nanos()));
    }

    /// The node accepted the request: the head of the response is on its way.
    void answered(OpenStream opened) {
        stream = opened;
        if (closed) {
            lane.execute(opened::closed);
            return;
        }
        lane.watch().joined(transcript);
        world.time.after(Duration.ofNanos(random.nextInt(5_000_000)), () -> {
            begun = true;
            free();
        });
    }

    private void free() {
        if (choked && begun && !closed && pending <= LOW) {
            choked = false;
            transcript.add(new Transcript.Freed(world.time.nanos()));
            lane.watch().freed(transcript);
            lane.execute(() -> {
                if (!closed && !finished && stream != null) {
                    stream.writable();
                }
            });
        }
    }

    @Override
    public boolean writable() {
        return !choked && !closed && !finished;
    }

    @Override
    public long pending() {
        return pending;
    }

    @Override
    public void write(PassBuffer buffer) {
        Buffer given = (Buffer) buffer;
        if (closed || finished) {
            if (finished) {
                unheard("a write");
            }
            given.release();
            return;
        }
        Content content = given.handOver();
        world.trace.note(content.hash(), () -> transcript + (given.shared() ? " <= " : " < ") + content.frames());
        lane.watch().wrote(new LaneWrite(world.time.nanos(), transcript, given.shared(), content, pinned()));
        content.frames().forEach(frame -> transcript.add(new Transcript.Written(world.time.nanos(), frame)));
        waiting.add(new Waiting(given, content));
        pending += content.bytes();
        if (pending > HIGH && !choked) {
            choked = true;
            transcript.add(new Transcript.Blocked(world.time.nanos()));
            lane.watch().blocked(transcript);
        }
        if (random.nextDouble() < reader.breaks()) {
            world.time.after(Duration.ofNanos(random.nextInt(LATEST_BREAK_NANOS)), this::fail);
        }
        reader.wrote();
        drainSoon();
    }

    private int pinned() {
        return waiting.stream().mapToInt(left -> left.buffer().held()).sum();
    }

    private void unheard(String what) {
        transcript.add(new Transcript.Unheard(world.time.nanos(), what));
    }

    private void drainSoon() {
        if (!draining && !closed && !forsaken) {
            draining = true;
            boolean pauses = random.nextDouble() < reader.pauses();
            world.time.after(
                    pauses
                            ? Duration.ofMillis(random.nextInt(LONGEST_PAUSE_MILLIS))
                            : Duration.ofNanos(random.nextInt(20_000_000)),
                    this::drain);
        }
    }

    private void drain() {
        draining = false;
        if (closed || forsaken) {
            return;
        }
        Waiting next = waiting.poll();
        if (next != null) {
            pending -= next.content().bytes();
            transcript.add(new Transcript.Drained(world.time.nanos(), pending));
            next.buffer().release();
            for (Frame frame : next.content().frames()) {
                if (!closed && !forsaken) {
                    reader.read(frame);
                }
            }
        }
        if (closed || forsaken) {
            return;
        }
        free();
        if (!waiting.isEmpty()) {
            drainSoon();
        } else if (finished) {
            close(Ending.ENDED);
            tellEnd();
        }
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
    public void end() {
        if (!closed && !finished) {
            lane.watch().ended(transcript);
            lane.watch().left(transcript);
            transcript.add(new Transcript.Finished(world.time.nanos()));
            finished = true;
            drainSoon();
            if (forsaken) {
                close(Ending.LOST);
            }
        }
    }

    @Override
    public void abort() {
        if (!closed) {
            close(nodeDrains.getAsBoolean() || forsaken ? Ending.LOST : Ending.ABORTED);
            world.time.after(Duration.ofMillis(random.nextInt(100)), this::tellEnd);
        }
    }

    private void tellEnd() {
        if (!forsaken) {
            reader.ended();
        }
    }

    /// The way between the two is gone. The client notices, the node not always.
    private void fail() {
        if (random.nextBoolean()) {
            breakOff();
        } else if (!over()) {
            forsake();
            world.time.after(Duration.ofMillis(random.nextInt(100)), reader::ended);
        }
    }

    /// The client goes on elsewhere and its network says nothing: the node takes the connection for one that is slow.
    void forsake() {
        forsaken = true;
    }

    /// The client goes, or its network fails.
    void lose() {
        if (!closed) {
            close(Ending.LOST);
        }
    }

    /// The node or the way to it is gone; the client notices.
    void breakOff() {
        if (!closed) {
            lose();
            world.time.after(Duration.ofMillis(random.nextInt(300)), this::tellEnd);
        }
    }

    /// Answered with a refusal.
    void refused(boolean forGood) {
        if (!closed) {
            close(forGood ? Ending.REFUSED : Ending.LOST);
            tellEnd();
        }
    }

    /// Still open when all is over.
    void rest() {
        transcript.add(new Transcript.Ended(world.time.nanos(), Ending.OPEN));
    }

    private void close(Ending how) {
        closed = true;
        lane.watch().left(transcript);
        world.trace.note(transcript + " is over: " + how);
        transcript.add(new Transcript.Ended(world.time.nanos(), how));
        waiting.forEach(left -> left.buffer().release());
        waiting.clear();
        pending = 0;
        if (stream != null) {
            // Noticed by the node a little later.
            lane.execute(stream::closed);
        }
    }

    boolean closed() {
        return closed;
    }

    /// For its node.
    boolean finished() {
        return finished || closed;
    }

    /// For its client.
    boolean over() {
        return closed || forsaken;
    }
}
