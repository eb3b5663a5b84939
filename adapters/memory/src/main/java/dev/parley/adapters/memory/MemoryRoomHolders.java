package dev.parley.adapters.memory;

import dev.parley.fanout.spi.RoomHolders;
import dev.parley.kernel.Clock;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The holders of rooms for several nodes in one JVM. Bounded by what the nodes hold; what has run out goes when its
/// room is asked for.
public final class MemoryRoomHolders implements RoomHolders {

    /// @param until by the clock
    private record Held(long stamp, long until) {}

    private final Clock clock;
    private final Map<RoomId, Map<NodeId, Held>> rooms = new HashMap<>();
    private int generation = 1;

    public MemoryRoomHolders(Clock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized Registered register(NodeId node, Collection<RoomId> held, long stamp, Duration lease) {
        Set<RoomId> before = new HashSet<>();
        long until = clock.nanos() + lease.toNanos();
        for (RoomId room : held) {
            Map<NodeId, Held> nodes = valid(room);
            Held known = nodes.get(node);
            if (known != null) {
                before.add(room);
            }
            nodes.put(node, new Held(known == null ? stamp : Math.max(stamp, known.stamp()), until));
            rooms.put(room, nodes);
        }
        return new Registered(name(), before);
    }

    @Override
    public synchronized void unregister(NodeId node, Map<RoomId, Long> stamps) {
        stamps.forEach((room, stamp) -> {
            Map<NodeId, Held> nodes = valid(room);
            Held known = nodes.get(node);
            if (known != null && known.stamp() == stamp) {
                nodes.remove(node);
            }
            if (nodes.isEmpty()) {
                rooms.remove(room);
            }
        });
    }

    @Override
    public synchronized Holders holders(Collection<RoomId> asked) {
        return new Holders(
                name(),
                asked.stream()
                        .distinct()
                        .filter(rooms::containsKey)
                        .collect(Collectors.toMap(
                                room -> room,
                                room -> new LinkedHashSet<>(valid(room).keySet()))));
    }

    /// As if it had been flushed.
    public synchronized void forget() {
        rooms.clear();
        generation++;
    }

    private String name() {
        return Integer.toString(generation);
    }

    /// Those whose lease has not run out.
    private Map<NodeId, Held> valid(RoomId room) {
        Map<NodeId, Held> nodes = rooms.getOrDefault(room, new HashMap<>());
        long now = clock.nanos();
        nodes.values().removeIf(held -> held.until() - now <= 0);
        return nodes;
    }
}
