package dev.parley.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// What happened in a run, line by line: always as a hash, that two runs of one seed can be compared, and as text when
/// somebody wants to read it.
public final class Trace {

    private static final long FNV_PRIME = 0x100000001b3L;

    private final VirtualTime time;
    private final boolean kept;
    private final List<String> lines = new ArrayList<>();
    private long hash = 0xcbf29ce484222325L;

    public Trace(VirtualTime time, boolean kept) {
        this.time = time;
        this.kept = kept;
    }

    public void note(String line) {
        mix(time.nanos());
        mix(line.hashCode());
        if (kept) {
            lines.add("%9.3f %s".formatted(time.nanos() / 1e9, line));
        }
    }

    /// The same for what happens often: what is hashed need not be what is shown, which is asked for only when somebody
    /// reads it.
    public void note(int content, Supplier<String> line) {
        mix(time.nanos());
        mix(content);
        if (kept) {
            lines.add("%9.3f %s".formatted(time.nanos() / 1e9, line.get()));
        }
    }

    private void mix(long value) {
        hash = Long.rotateLeft((hash ^ value) * FNV_PRIME, 29);
    }

    public long hash() {
        return hash;
    }

    public List<String> lines() {
        return lines;
    }
}
