package dev.parley.simulation.streams;

import dev.parley.simulation.Findings;
import java.util.HashSet;
import java.util.Set;

/// A loop is never kept for long: between two of its tasks it serves a slice of streams by passes and as many by
/// themselves, and no write goes beyond its bound.
final class TaskRules implements LaneWatch {

    static final int WRITE_BYTES = 32 << 10;
    /// Those that stand beside the events of a full write.
    static final int NOTICE_BYTES = 4 << 10;

    private final Findings findings;
    private final int slice;
    private final Set<Transcript> byPasses = new HashSet<>();
    private final Set<Transcript> byThemselves = new HashSet<>();

    TaskRules(Findings findings, int slice) {
        this.findings = findings;
        this.slice = slice;
    }

    @Override
    public void task(long at) {
        byPasses.clear();
        byThemselves.clear();
    }

    @Override
    public void wrote(LaneWrite write) {
        Set<Transcript> served = write.shared() ? byPasses : byThemselves;
        if (served.add(write.to()) && served.size() == slice + 1) {
            findings.demand(false, "a task serves no more than a slice", slice, served);
        }
        int most = write.shared() ? WRITE_BYTES : WRITE_BYTES + NOTICE_BYTES;
        int bytes = write.content().bytes();
        findings.demand(
                bytes <= most || write.content().messages().size() == 1, "a write has a bound", bytes, write.to());
    }
}
