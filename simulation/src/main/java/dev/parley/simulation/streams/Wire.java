package dev.parley.simulation.streams;

import dev.parley.delivery.OpenStream;
import dev.parley.delivery.spi.Outlet;
import dev.parley.delivery.spi.PassBuffer;
import dev.parley.simulation.streams.CountedBuffers.Buffer;
import dev.parley.simulation.streams.Transcript.Ending;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One connection between a node and a client: what is written waits until the client takes it, in time or not.
final class Wire implements Outlet {

    /// Above this many waiting bytes it takes nothing more, until they are down to [#LOW].
    private static final int HIGH = 4_096;

    private static final int LOW = 1_024;
    /// Some clients read nothing for up to this long: longer than the deadline for writes.
    private static final int LONGEST_PAUSE_MILLIS = 14_000;

    /// Who reads.
    interface Reader {
        void read(Frame frame);

        void ended();

        /// Chance that it pauses before it reads on.
        double pauses();
    }

    private record Waiting(Buffer buffer, List<Frame> frames, int bytes) {}

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
        world.time.after(Duration.ofNanos(random.nextInt(5_000_000)), () -> {
            begun = true;
            free();
        });
    }

    private void free() {
        if (choked && begun && !closed && pending <= LOW) {
            choked = false;
            transcript.add(new Transcript.Freed(world.time.nanos()));
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
        List<Frame> frames = new ArrayList<>();
        for (byte[] bytes : given.handOver()) {
            world.trace.note(Arrays.hashCode(bytes), () -> transcript + " < " + FrameReader.read(bytes));
            frames.addAll(FrameReader.read(bytes));
        }
        frames.forEach(frame -> transcript.add(new Transcript.Written(world.time.nanos(), frame)));
        waiting.add(new Waiting(given, frames, given.size()));
        pending += given.size();
        if (pending > HIGH && !choked) {
            choked = true;
            transcript.add(new Transcript.Blocked(world.time.nanos()));
        }
        drainSoon();
    }

    private void unheard(String what) {
        transcript.add(new Transcript.Unheard(world.time.nanos(), what));
    }

    private void drainSoon() {
        if (!draining && !closed) {
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
        if (closed) {
            return;
        }
        Waiting next = waiting.poll();
        if (next != null) {
            pending -= next.bytes();
            transcript.add(new Transcript.Drained(world.time.nanos(), pending));
            next.buffer().release();
            for (Frame frame : next.frames()) {
                if (!closed) {
                    reader.read(frame);
                }
            }
        }
        if (closed) {
            return;
        }
        free();
        if (!waiting.isEmpty()) {
            drainSoon();
        } else if (finished) {
            close(Ending.ENDED);
            reader.ended();
        }
    }

    @Override
    public void end() {
        if (!closed && !finished) {
            finished = true;
            drainSoon();
        }
    }

    @Override
    public void abort() {
        if (!closed) {
            close(nodeDrains.getAsBoolean() ? Ending.LOST : Ending.ABORTED);
            world.time.after(Duration.ofMillis(random.nextInt(100)), reader::ended);
        }
    }

    /// The client goes, or its network fails.
    void lose() {
        if (!closed) {
            close(Ending.LOST);
        }
    }

    /// The node is gone; the client notices.
    void breakOff() {
        if (!closed) {
            lose();
            world.time.after(Duration.ofMillis(random.nextInt(300)), reader::ended);
        }
    }

    /// Answered with a refusal.
    void refused(boolean forGood) {
        if (!closed) {
            close(forGood ? Ending.REFUSED : Ending.LOST);
            reader.ended();
        }
    }

    /// Still open when all is over.
    void rest() {
        transcript.add(new Transcript.Ended(world.time.nanos(), Ending.OPEN));
    }

    private void close(Ending how) {
        closed = true;
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
}
