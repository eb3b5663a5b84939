package dev.parley.bench.live;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.peer.ParleyLive;
import dev.parley.bench.stream.Loop;
import dev.parley.bench.stream.Pace;
import dev.parley.bench.stream.Shape;
import dev.parley.bench.stream.SourceAddresses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// All who watch the room.
final class Viewers implements Viewer.Owner, AutoCloseable {

    /// What is done when a viewer is told that there is something to pull.
    @FunctionalInterface
    interface Pulling {
        void wanted(Viewer viewer, long head);
    }

    private final ParleyLive room;
    private final String query;
    private final Shape shape;
    private final Loop loop;
    private final SourceAddresses addresses;
    private final Pulling pulling;
    private final LiveTally tally = new LiveTally();
    private final List<Viewer> all = new ArrayList<>();
    private final List<Viewer> slow = new ArrayList<>();
    private final List<Viewer> coming = new ArrayList<>();
    private int opening;
    private int open;
    private int dead;
    private int slowClosed;
    private String firstReason = "";
    private boolean ending;

    /// @param query of the stream's address
    Viewers(ParleyLive room, String query, Shape shape, Loop loop, SourceAddresses addresses, Pulling pulling) {
        this.room = room;
        this.query = query;
        this.shape = shape;
        this.loop = loop;
        this.addresses = addresses;
        this.pulling = pulling;
    }

    /// Begins to open what the burst allows; whether all are open or have failed.
    boolean open() {
        while (opening < shape.burst() && all.size() < shape.connections()) {
            Pace pace = shape.pace(all.size());
            var viewer = new Viewer(all.size(), room.address(), pace, this, pace == Pace.FULL ? tally : null);
            all.add(viewer);
            if (pace != Pace.FULL) {
                slow.add(viewer);
            }
            begin(viewer, false);
        }
        return opening == 0 && all.size() == shape.connections();
    }

    private void begin(Viewer viewer, boolean again) {
        opening++;
        try {
            if (again) {
                open -= viewer.isOpen() ? 1 : 0;
                viewer.comeBack(loop.selector(), addresses.next());
            } else {
                viewer.open(loop.selector(), addresses.next());
            }
        } catch (IOException e) {
            throw BenchFailure.cannotRun("viewer " + viewer.number() + " cannot connect: " + e.getMessage()
                    + " (a process often may have only 20,000 files open, see ulimit -n).");
        }
    }

    /// Lets the slow ones read.
    void sip() {
        for (Viewer viewer : slow) {
            if (viewer.pace() != Pace.FULL && viewer.isOpen()) {
                viewer.sip(loop);
            }
        }
    }

    /// Prepares the slow ones to come back; how many they are.
    int gatherSlow() {
        coming.addAll(slow);
        slowClosed = (int) slow.stream().filter(viewer -> !viewer.isOpen()).count();
        return coming.size();
    }

    /// Lets as many come back as the burst allows; whether all have.
    boolean comeBack() {
        while (opening < shape.burst() && !coming.isEmpty()) {
            begin(coming.removeLast(), true);
        }
        return opening == 0 && coming.isEmpty();
    }

    /// Those that have read at full speed from the beginning.
    Stream<Viewer> keepingUp() {
        return all.stream().filter(viewer -> shape.pace(viewer.number()) == Pace.FULL);
    }

    List<Viewer> slow() {
        return slow;
    }

    List<Viewer> all() {
        return all;
    }

    @Override
    public byte[] request(int number, String cursor) {
        return room.watch(number, query, cursor);
    }

    @Override
    public void isOpen(Viewer viewer) {
        opening--;
        open++;
    }

    @Override
    public void isGone(Viewer viewer, boolean wasOpen, String why) {
        if (ending) {
            return;
        }
        if (wasOpen) {
            open--;
        } else {
            opening--;
        }
        if (viewer.pace() == Pace.FULL || !wasOpen) {
            dead++;
            firstReason = firstReason.isEmpty() ? why : firstReason;
        }
    }

    @Override
    public void notified(Viewer viewer, long head) {
        pulling.wanted(viewer, head);
    }

    int isOpenNow() {
        return open;
    }

    /// Connections that were refused or broke, but for those of the slow that the server closed.
    int dead() {
        return dead;
    }

    int slowClosed() {
        return slowClosed;
    }

    String firstReason() {
        return firstReason;
    }

    LiveTally tally() {
        return tally;
    }

    @Override
    public void close() {
        ending = true;
        all.forEach(Viewer::close);
    }
}
