package dev.parley.simulation.presence;

import dev.parley.adapters.memory.MemoryPresenceRegistry;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.presence.Departure;
import dev.parley.presence.Occupancy;
import dev.parley.presence.PresencePage;
import dev.parley.presence.SessionChange;
import dev.parley.presence.SessionKey;
import dev.parley.presence.SessionResult;
import dev.parley.presence.spi.PresenceRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The registry as one node reaches it: a call may fail before or after it was carried out, and a clean-up
/// may be carried out again much later.
final class ShakyRegistry implements PresenceRegistry {

    private static final int LATEST_MILLIS = 20_000;

    private final PresenceWorld world;
    private final PresenceNode node;
    private final MemoryPresenceRegistry registry;

    ShakyRegistry(PresenceWorld world, PresenceNode node) {
        this.world = world;
        this.node = node;
        this.registry = world.registry;
    }

    private <T> T call(Supplier<T> call) {
        if (world.fails()) {
            node.failed();
            throw new IllegalStateException("refused");
        }
        T result = call.get();
        if (world.fails()) {
            node.failed();
            throw new IllegalStateException("the answer was lost");
        }
        return result;
    }

    @Override
    public List<SessionResult> apply(List<SessionChange> changes) {
        List<SessionResult> results = call(() -> {
            List<SessionResult> done = registry.apply(changes);
            node.carriedOut(changes, done);
            return done;
        });
        List<SessionChange> leaves =
                changes.stream().filter(SessionChange.Leave.class::isInstance).toList();
        if (!leaves.isEmpty()) {
            perhapsAgain(() -> registry.apply(leaves));
        }
        return results;
    }

    /// A request that was repeated on the way, or got stuck.
    private void perhapsAgain(Runnable cleanUp) {
        if (world.random.nextInt(4) == 0 && !world.calm) {
            world.time.after(Duration.ofMillis(world.random.nextInt(LATEST_MILLIS)), cleanUp);
        }
    }

    @Override
    public Set<NodeId> nodes() {
        return call(registry::nodes);
    }

    @Override
    public boolean orphan(NodeId lost, Duration grace, int limit) {
        return call(() -> registry.orphan(lost, grace, limit));
    }

    @Override
    public List<Departure> departing(NodeId by, int limit, Duration claim) {
        return call(() -> registry.departing(by, limit, claim));
    }

    @Override
    public void remove(List<SessionKey> keys) {
        perhapsAgain(() -> registry.remove(keys));
        call(() -> {
            registry.remove(keys);
            return true;
        });
    }

    @Override
    public PresencePage page(RoomId room, @Nullable UserId after, int limit) {
        return call(() -> registry.page(room, after, limit));
    }

    @Override
    public Map<RoomId, Occupancy> occupancy(Collection<RoomId> rooms) {
        return call(() -> registry.occupancy(rooms));
    }

    @Override
    public Map<RoomId, Set<NodeId>> holders(Collection<RoomId> rooms) {
        return call(() -> registry.holders(rooms));
    }

    @Override
    public String generation() {
        return call(registry::generation);
    }
}
