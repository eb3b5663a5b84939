package dev.parley.adapters.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which master of a Redis Cluster has which slots, as one of its nodes said at one moment.
///
/// @param ranges the first slot of each range with its end and master
record ClusterSlots(NavigableMap<Integer, Range> ranges) {

    record Node(String host, int port) {}

    record Range(int last, Node master) {}

    /// The answer to `CLUSTER SLOTS`: of each range its first and last slot, then its nodes, the master
    /// first.
    ///
    /// @param asked in place of a node that does not say its own address
    static ClusterSlots of(List<?> answer, String asked) {
        var ranges = new TreeMap<Integer, Range>();
        for (Object entry : answer) {
            if (entry instanceof List<?> range && range.size() > 2 && range.get(2) instanceof List<?> master) {
                String host = text(master.get(0));
                ranges.put(
                        number(range.get(0)),
                        new Range(
                                number(range.get(1)), new Node(host.isEmpty() ? asked : host, number(master.get(1)))));
            }
        }
        return new ClusterSlots(ranges);
    }

    /// Null = nobody has it.
    @Nullable
    Node master(int slot) {
        Map.Entry<Integer, Range> found = ranges.floorEntry(slot);
        return found == null || found.getValue().last() < slot
                ? null
                : found.getValue().master();
    }

    List<Node> masters() {
        return ranges.values().stream().map(Range::master).distinct().toList();
    }

    private static int number(Object value) {
        return value instanceof Number number ? number.intValue() : Integer.parseInt(text(value));
    }

    private static String text(@Nullable Object value) {
        return value instanceof byte[] bytes
                ? new String(bytes, StandardCharsets.US_ASCII)
                : value == null ? "" : value.toString();
    }
}
