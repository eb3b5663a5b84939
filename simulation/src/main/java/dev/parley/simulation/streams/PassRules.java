package dev.parley.simulation.streams;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.simulation.Findings;
import dev.parley.simulation.streams.CountedBuffers.Content;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Passes of a room come one after the other, and those of a big room with a gap between. Seen from outside a pass
/// begins somewhere between the last write of the one before and its own first; so of three in a row the third begins
/// at least a gap after the first has ended.
final class PassRules implements LaneWatch {

    private static final long NEVER = Long.MIN_VALUE / 2;

    private record Way(RoomId room, TypeFilter types) {}

    /// One pass, as those who want the same of it are served.
    private static final class Sight {
        final Content content;
        final long first;
        /// When the one before this one ended, and the one before that.
        final long endBefore;

        final long endTwoBefore;
        final Set<Transcript> servedBefore;
        final Set<Transcript> served = new HashSet<>();
        long last;
        /// How many were served by the one before too, and so were there when this one began.
        int stayed;

        Sight(Content content, long at, @Nullable Sight before) {
            this.content = content;
            this.first = at;
            this.last = at;
            this.endBefore = before == null ? NEVER : before.last;
            this.endTwoBefore = before == null ? NEVER : before.endBefore;
            this.servedBefore = before == null ? Set.of() : before.served;
        }

        Epoch epoch() {
            return content.messages().getFirst().epoch();
        }

        long from() {
            return content.messages().getFirst().seq();
        }

        long to() {
            return content.messages().getLast().seq();
        }
    }

    private final Findings findings;
    private final int slice;
    private final long gap;
    private final Map<Way, Sight> sights = new HashMap<>();

    PassRules(Findings findings, int slice, Duration gap) {
        this.findings = findings;
        this.slice = slice;
        this.gap = gap.toNanos();
    }

    @Override
    public void wrote(LaneWrite write) {
        if (write.pass()) {
            RoomId room = write.content().messages().getFirst().room();
            var way = new Way(room, write.to().types(room));
            Sight sight = seen(sights.get(way), write);
            sights.put(way, sight);
            serve(sight, write);
        }
    }

    private Sight seen(@Nullable Sight known, LaneWrite write) {
        if (known == null || known.content == write.content()) {
            return known == null ? new Sight(write.content(), write.at(), null) : known;
        }
        var next = new Sight(write.content(), write.at(), known);
        if (!known.epoch().equals(next.epoch())) {
            return new Sight(write.content(), write.at(), null);
        }
        if (known.from() == next.from() && known.to() == next.to()) {
            // Nobody wanted it this way for a moment, so it was gathered again.
            return known;
        }
        findings.demand(
                next.from() > known.to(),
                "passes of a room come one after the other",
                write.to(),
                known.content.messages(),
                next.content.messages());
        return next;
    }

    private void serve(Sight sight, LaneWrite write) {
        sight.last = write.at();
        boolean stayed = sight.served.add(write.to()) && sight.servedBefore.contains(write.to());
        if (stayed && ++sight.stayed == slice + 1) {
            findings.demand(
                    sight.first - sight.endTwoBefore >= gap,
                    "passes of a big room keep a gap",
                    gap,
                    sight.first - sight.endTwoBefore,
                    write.to());
        }
    }
}
