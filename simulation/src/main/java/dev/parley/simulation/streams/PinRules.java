package dev.parley.simulation.streams;

import dev.parley.simulation.Findings;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Nobody makes a node keep much: a connection pins its bound and one write, the node its share of the budget, but for
/// the moment it takes to send somebody away. Others may come in that very moment, so that the node is above its share
/// for longer; what was written before is gone by then. Judged by the buffers themselves.
final class PinRules implements LaneWatch {

    /// A look, a last moment for those who are sent away, a turn of the wheel, and a loop that is busy elsewhere.
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Findings findings;
    private final Map<LaneCoverage.Kind, Integer> coverage;
    private final CountedBuffers buffers;
    private final int connection;
    private final long node;
    private @Nullable Long aboveSince;

    /// @param connection bytes at which a connection is written nothing more
    /// @param budget of the node, of which nine tenths may be pinned at most
    PinRules(
            Findings findings,
            Map<LaneCoverage.Kind, Integer> coverage,
            CountedBuffers buffers,
            int connection,
            long budget) {
        this.findings = findings;
        this.coverage = coverage;
        this.buffers = buffers;
        this.connection = connection;
        this.node = budget / 10 * 9;
    }

    @Override
    public void task(long at) {
        if (buffers.heldBytes() <= node) {
            aboveSince = null;
        } else if (aboveSince == null) {
            aboveSince = at;
            count(LaneCoverage.Kind.NODE_AT_ITS_BOUND);
        }
        Long since = aboveSince;
        if (since != null && at - since > PATIENCE.toNanos()) {
            long forLong = buffers.heldSince(at - PATIENCE.toNanos());
            findings.demand(forLong <= node, "a node pins no more than its share for long", node, forLong);
        }
    }

    @Override
    public void wrote(LaneWrite write) {
        boolean lastWords =
                write.content().frames().stream().anyMatch(frame -> frame.lastWords() || frame instanceof Frame.Closed);
        findings.demand(
                write.pinned() < connection || lastWords,
                "a connection pins its bound and one write",
                write.to(),
                write.pinned(),
                connection);
        int pinned = write.pinned() + write.content().bytes();
        if (pinned >= connection && pinned < Wire.HIGH) {
            count(LaneCoverage.Kind.CONNECTION_AT_ITS_BOUND);
        }
    }

    private void count(LaneCoverage.Kind kind) {
        coverage.merge(kind, 1, Integer::sum);
    }
}
