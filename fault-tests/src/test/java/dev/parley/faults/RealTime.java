package dev.parley.faults;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.groupingBy;

import dev.parley.faults.StoredLog.Log;
import dev.parley.faults.StoredLog.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Whoever asks after another was acknowledged comes after it in the log.
final class RealTime {

    /// A stored message and when it was asked for first.
    private record Placed(Tries tries, Row row) {}

    private RealTime() {}

    static List<Finding> findings(Collection<Tries> all, Map<Message.Key, List<Row>> stored) {
        var placed = new ArrayList<Placed>();
        for (Tries tries : all) {
            // Of a doubled message the first; that it is doubled is found elsewhere.
            stored.getOrDefault(tries.message().key(), List.of()).stream()
                    .limit(1)
                    .forEach(row -> placed.add(new Placed(tries, row)));
        }
        var findings = new ArrayList<Finding>();
        Map<Log, List<Placed>> logs =
                placed.stream().collect(groupingBy(each -> each.row().log()));
        logs.values().forEach(log -> check(log, findings));
        return findings;
    }

    /// One walk over the askings, and beside it one over the acknowledgements that came before each.
    private static void check(List<Placed> log, List<Finding> findings) {
        List<Placed> asked = sorted(log, each -> each.tries().firstAskedAt());
        List<Placed> acknowledged = sorted(
                log.stream().filter(each -> each.tries().acknowledged()).toList(),
                each -> each.tries().acknowledgedAt());
        int next = 0;
        Row highest = null;
        for (Placed later : asked) {
            while (next < acknowledged.size()
                    && acknowledged.get(next).tries().acknowledgedAt()
                            < later.tries().firstAskedAt()) {
                Row row = acknowledged.get(next++).row();
                highest = highest == null || row.seq() > highest.seq() ? row : highest;
            }
            if (highest != null && highest.seq() >= later.row().seq()) {
                findings.add(new Finding(
                        Finding.Kind.OUT_OF_ORDER,
                        later.tries().message() + " has seq " + later.row().seq() + " but was asked for after "
                                + highest.seq() + " was acknowledged"));
            }
        }
    }

    private static List<Placed> sorted(List<Placed> placed, java.util.function.ToLongFunction<Placed> time) {
        return placed.stream().sorted(comparingLong(time)).toList();
    }
}
