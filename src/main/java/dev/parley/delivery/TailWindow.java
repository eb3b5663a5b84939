package dev.parley.delivery;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.log.LogPage;
import java.util.Arrays;

/// The events of a tail, oldest out first. Touched by its tail only; [#view] is for everybody.
final class TailWindow {

    static final int MAX_EVENTS = 512;
    static final int MAX_BYTES = 512 << 10;
    /// What it keeps when the node holds too much.
    static final int FEW_EVENTS = 32;

    static final int FEW_BYTES = 32 << 10;
    /// What went out is held by the array until it is replaced; it is replaced above this.
    private static final int MAX_DEAD_BYTES = 128 << 10;

    private static final int SMALLEST = 16;

    private final Epoch epoch;
    private final Holding holding;
    private TailEntry[] entries = new TailEntry[SMALLEST];
    private int from;
    private int to;
    private long floor;
    private TierTotals atFloor;
    private long logFirst;
    /// The newest event that changed an earlier one, as far as it can be known here.
    private long amended;
    private int bytes;
    private int deadBytes;

    private TailWindow(Epoch epoch, long floor, long logFirst, Holding holding) {
        this.epoch = epoch;
        this.holding = holding;
        this.floor = floor;
        this.atFloor = TierTotals.from(floor);
        this.logFirst = logFirst;
    }

    /// @param holding where its events are charged as long as it holds them
    static TailWindow of(LogPage.Rows newest, Holding holding) {
        long floor = newest.events().isEmpty()
                ? newest.head()
                : newest.events().getFirst().seq() - 1;
        var window = new TailWindow(newest.epoch(), floor, newest.first(), holding);
        newest.events().forEach(event -> window.append(new TailEntry(event, null)));
        // Nobody heard of what changed before.
        window.amended = newest.head();
        return window;
    }

    Position head() {
        return new Position(epoch, last());
    }

    Epoch epoch() {
        return epoch;
    }

    long last() {
        return floor + to - from;
    }

    /// Bytes of its events, without frames.
    int bytes() {
        return bytes;
    }

    int events() {
        return to - from;
    }

    /// What it is charged with: events and frames, those included that went out and are still held.
    Holding holding() {
        return holding;
    }

    /// Nobody needs it any more.
    void close() {
        holding.close();
    }

    void logFirst(long seq) {
        logFirst = seq;
    }

    /// Whether it holds an event of this seq.
    boolean holds(long seq) {
        return seq > floor && seq <= last();
    }

    TailEntry at(long seq) {
        return entries[from + (int) (seq - floor - 1)];
    }

    /// @param entry the one that follows
    void append(TailEntry entry) {
        if (entry.event().seq() != last() + 1) {
            throw new IllegalArgumentException("a tail has no holes");
        }
        if (to == entries.length) {
            replace();
        }
        entries[to++] = entry;
        entry.enter(holding);
        bytes += entry.weight();
        if (entry.event().amends() > 0) {
            amended = entry.event().seq();
        }
    }

    /// Whether it holds an event in a form that is older than this one says, or may.
    boolean outdatedBy(Event amending) {
        long seq = amending.amends();
        return seq > 0 && holds(seq) && at(seq).event().version() < amending.seq();
    }

    /// Takes the newer form of an event it holds; views that are out keep theirs.
    void renew(Event event) {
        TailEntry old = at(event.seq());
        if (event.version() <= old.event().version()) {
            return;
        }
        replace();
        int index = from + (int) (event.seq() - floor - 1);
        var entry = new TailEntry(event, old.publisher());
        entries[index] = entry;
        entry.enter(holding);
        old.leave();
        bytes += entry.weight() - old.weight();
    }

    void shrink(int maxEvents, int maxBytes) {
        shrink(maxEvents, maxBytes, MAX_DEAD_BYTES);
    }

    void shrinkToFew() {
        shrink(FEW_EVENTS, FEW_BYTES, 0);
    }

    private void shrink(int maxEvents, int maxBytes, int maxDeadBytes) {
        int first = from;
        while (to > from && (to - from > maxEvents || bytes > maxBytes)) {
            int weight = entries[from++].weight();
            bytes -= weight;
            deadBytes += weight;
        }
        if (from > first) {
            raiseFloor(first);
        }
        if (deadBytes > maxDeadBytes) {
            replace();
        }
    }

    /// @param first of the entries that went out
    private void raiseFloor(int first) {
        long critical = atFloor.critical();
        long high = atFloor.high();
        for (int i = first; i < from; i++) {
            switch (entries[i].event().tier()) {
                case CRITICAL -> critical++;
                case HIGH -> high++;
                case LOW -> {}
            }
        }
        floor += from - first;
        atFloor = new TierTotals(atFloor.run(), floor, critical, high);
    }

    /// Views hold the old array, so it is left as it is.
    private void replace() {
        for (int i = 0; i < from; i++) {
            entries[i].leave();
        }
        int live = to - from;
        TailEntry[] next = new TailEntry[Math.max(SMALLEST, 2 * live)];
        System.arraycopy(entries, from, next, 0, live);
        entries = next;
        from = 0;
        to = live;
        deadBytes = 0;
    }

    TailView view() {
        return new TailView(epoch, atFloor, entries, from, to, logFirst, amended, false);
    }

    @Override
    public String toString() {
        return head() + " " + Arrays.asList(entries).subList(from, to).size();
    }
}
