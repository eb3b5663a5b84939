package dev.parley.simulation.streams;

import dev.parley.adapters.memory.MemoryRoomHolders;
import dev.parley.fanout.spi.RoomHolders;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.simulation.VirtualTime;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// The registry of rooms of one run. It errs before or after it has done something, it forgets everything, and where
/// heads are looked at by the clock it also lies: it leaves out holders, and names nodes that are gone or never were.
final class ShakyRoomHolders implements RoomHolders {

    private static final class ErringException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ErringException() {
            super("the registry errs", null, false, false);
        }
    }

    private static final NodeId NOBODY = new NodeId("nobody-at-all");

    private final MemoryRoomHolders holders;
    private final SplittableRandom random;
    private final double errs;
    private final double lies;
    private boolean calm;

    ShakyRoomHolders(VirtualTime time, SplittableRandom random, double errs, double lies) {
        this.holders = new MemoryRoomHolders(time);
        this.random = random;
        this.errs = errs;
        this.lies = lies;
    }

    void calmDown() {
        calm = true;
    }

    void forget() {
        holders.forget();
    }

    private void err() {
        if (!calm && random.nextDouble() < errs) {
            throw new ErringException();
        }
    }

    private boolean lies() {
        return !calm && random.nextDouble() < lies;
    }

    @Override
    public Registered register(NodeId node, Collection<RoomId> rooms, long stamp, Duration lease) {
        err();
        Registered registered = holders.register(node, rooms, stamp, lease);
        err();
        return registered;
    }

    @Override
    public void unregister(NodeId node, Map<RoomId, Long> stamps) {
        err();
        holders.unregister(node, stamps);
        err();
    }

    @Override
    public Holders holders(Collection<RoomId> rooms) {
        err();
        Holders told = holders.holders(rooms);
        if (!lies()) {
            return told;
        }
        Map<RoomId, Set<NodeId>> nodes = new HashMap<>();
        told.nodes().forEach((room, those) -> {
            Set<NodeId> some = new HashSet<>(Set.of(NOBODY));
            those.stream()
                    .sorted((a, b) -> a.value().compareTo(b.value()))
                    .filter(_ -> random.nextBoolean())
                    .forEach(some::add);
            nodes.put(room, some);
        });
        return new Holders(told.generation(), nodes);
    }
}
