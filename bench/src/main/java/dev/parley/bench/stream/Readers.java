package dev.parley.bench.stream;

import dev.parley.bench.BenchFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// All connections of this process that read.
final class Readers implements Reader.Owner, AutoCloseable {

    private final Target target;
    private final Shape shape;
    private final Loop loop;
    private final SourceAddresses addresses;
    private final Tally tally;
    private final Tally hindered;
    private final Tally crowd;
    private final List<Reader> all = new ArrayList<>();
    private final List<Reader> coming = new ArrayList<>();
    private final List<Reader> returned = new ArrayList<>();
    private int opening;
    private int open;
    private int dead;
    private int closedByServer;
    private String firstReason = "";
    private boolean ending;

    Readers(Target target, Shape shape, Loop loop, SourceAddresses addresses, Window window) {
        this.target = target;
        this.shape = shape;
        this.loop = loop;
        this.addresses = addresses;
        this.tally = new Tally(window);
        this.hindered = new Tally(window);
        this.crowd = new Tally(window);
    }

    /// Begins to open what the burst allows; whether all are open or have failed.
    boolean open() {
        while (opening < shape.burst() && all.size() < shape.connections()) {
            int number = shape.first() + all.size();
            Pace pace = shape.pace(number);
            var reader = new Reader(number, target, shape.rooms(), pace, this, tally(number, pace));
            all.add(reader);
            opening++;
            begin(reader, false);
        }
        return opening == 0 && all.size() == shape.connections();
    }

    private Tally tally(int number, Pace pace) {
        if (pace != Pace.FULL) {
            return hindered;
        }
        return shape.rooms().crowded(number) ? crowd : tally;
    }

    private void begin(Reader reader, boolean again) {
        try {
            if (again) {
                open -= reader.isOpen() ? 1 : 0;
                reader.comeBack(loop.selector(), addresses.next());
            } else {
                reader.open(loop.selector(), addresses.next());
            }
        } catch (IOException e) {
            throw BenchFailure.cannotRun("connection " + all.size() + " cannot be opened: " + e.getMessage()
                    + " (a process often may have only 20,000 files open, see ulimit -n and --processes).");
        }
    }

    /// Lets the slow ones read.
    void sip() {
        for (Reader reader : all) {
            if (reader.pace() == Pace.SLOW && reader.isOpen()) {
                reader.sip(loop);
            }
        }
    }

    /// Prepares those that did not read at full speed to come back; how many they are.
    int gatherHindered() {
        coming.clear();
        all.stream()
                .filter(reader -> reader.pace() != Pace.FULL && reader.hasPosition())
                .forEach(coming::add);
        returned.addAll(coming);
        closedByServer +=
                (int) coming.stream().filter(reader -> !reader.isOpen()).count();
        return coming.size();
    }

    /// How many of those that came back do not have exactly what was published.
    long incompleteAfterReturn(Published published) {
        return returned.stream().filter(reader -> !reader.complete(published)).count();
    }

    /// Lets as many come back as the burst allows; whether all have.
    boolean comeBack() {
        while (opening < shape.burst() && !coming.isEmpty()) {
            opening++;
            begin(coming.removeLast(), true);
        }
        return opening == 0 && coming.isEmpty();
    }

    /// How many of those that read at full speed do not have exactly what was published.
    long incomplete(Published published) {
        return all.stream()
                .filter(reader -> reader.pace() == Pace.FULL && !reader.complete(published))
                .count();
    }

    @Override
    public void isOpen(Reader reader) {
        opening--;
        open++;
    }

    @Override
    public void isGone(Reader reader, boolean wasOpen, String why) {
        if (ending) {
            return;
        }
        if (wasOpen) {
            open--;
        } else {
            opening--;
        }
        if (reader.pace() == Pace.FULL || !wasOpen) {
            dead++;
            firstReason = firstReason.isEmpty() ? why : firstReason;
        }
    }

    int rooms() {
        return shape.rooms().count();
    }

    int isOpenNow() {
        return open;
    }

    int dead() {
        return dead;
    }

    int closedByServer() {
        return closedByServer;
    }

    String firstReason() {
        return firstReason;
    }

    Tally tally() {
        return tally;
    }

    /// Of the crowd, what reads at full speed.
    Tally crowd() {
        return crowd;
    }

    Tally hindered() {
        return hindered;
    }

    @Override
    public void close() {
        ending = true;
        all.forEach(Reader::close);
    }
}
