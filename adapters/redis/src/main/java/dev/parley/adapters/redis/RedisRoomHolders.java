package dev.parley.adapters.redis;

import dev.parley.fanout.spi.RoomHolders;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// The holders of rooms in one Redis, whose clock decides. A hash for each room that goes by itself when nobody renews
/// it; a Redis that has lost all has another generation.
final class RedisRoomHolders implements RoomHolders {

    private static final RedisScript REGISTER = RedisScript.of("holders.lua", "holders-register.lua");
    private static final RedisScript UNREGISTER = RedisScript.of("holders.lua", "holders-unregister.lua");
    private static final RedisScript OF = RedisScript.of("holders.lua", "holders-of.lua");

    private final RedisCalls redis;
    /// Becomes the generation of a Redis that has none.
    private final String drawn = UUID.randomUUID().toString();

    private long draws;

    RedisRoomHolders(RedisCalls redis) {
        this.redis = redis;
    }

    /// Another one each time, or a registry that was lost twice would look like the first.
    private synchronized String nextName() {
        return drawn + "-" + ++draws;
    }

    @Override
    public Registered register(NodeId node, Collection<RoomId> rooms, long stamp, Duration lease) {
        List<String> arguments = new ArrayList<>(
                List.of(nextName(), node.value(), Long.toString(stamp), Long.toString(lease.toMillis())));
        rooms.forEach(room -> arguments.add(room.value()));
        List<?> answer = redis.run(REGISTER, arguments);
        Set<RoomId> before =
                answer.stream().skip(1).map(room -> new RoomId((String) room)).collect(Collectors.toSet());
        return new Registered((String) answer.getFirst(), before);
    }

    @Override
    public void unregister(NodeId node, Map<RoomId, Long> stamps) {
        List<String> arguments = new ArrayList<>(List.of(node.value()));
        stamps.forEach((room, stamp) -> {
            arguments.add(room.value());
            arguments.add(Long.toString(stamp));
        });
        redis.run(UNREGISTER, arguments);
    }

    @Override
    public Holders holders(Collection<RoomId> rooms) {
        List<String> arguments = new ArrayList<>(List.of(nextName()));
        rooms.forEach(room -> arguments.add(room.value()));
        List<?> answer = redis.run(OF, arguments);
        Map<RoomId, Set<NodeId>> nodes = new HashMap<>();
        int i = 1;
        for (RoomId room : rooms) {
            nodes.put(
                    room,
                    ((List<?>) answer.get(i++))
                            .stream().map(node -> new NodeId((String) node)).collect(Collectors.toSet()));
        }
        return new Holders((String) answer.getFirst(), nodes);
    }
}
