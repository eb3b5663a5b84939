package dev.parley.adapters.redis;

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
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The sessions in one Redis, whose clock decides. Each call is one script, which Redis runs in one piece. What Redis
/// loses is told by the generation: it changes when everything was flushed, and with each run of Redis, since one that
/// began anew or took over from another may lack what was last told to that.
final class RedisPresenceRegistry implements PresenceRegistry {

    private static final int MAX_PAGE = 500;

    private static final String SHARED = "presence.lua";
    private static final RedisScript APPLY = RedisScript.of(SHARED, "presence-apply.lua");
    private static final RedisScript NODES = RedisScript.of(SHARED, "presence-nodes.lua");
    private static final RedisScript ORPHAN = RedisScript.of(SHARED, "presence-orphan.lua");
    private static final RedisScript DEPARTING = RedisScript.of(SHARED, "presence-departing.lua");
    private static final RedisScript REMOVE = RedisScript.of(SHARED, "presence-remove.lua");
    private static final RedisScript PAGE = RedisScript.of(SHARED, "presence-page.lua");
    private static final RedisScript OCCUPANCY = RedisScript.of(SHARED, "presence-occupancy.lua");
    private static final RedisScript HOLDERS = RedisScript.of(SHARED, "presence-holders.lua");
    private static final RedisScript GENERATION = RedisScript.of(SHARED, "presence-generation.lua");

    private static final String CERTAIN = Long.toString(SessionChange.CERTAIN.toMillis());

    private final RedisCalls redis;
    private final SecureRandom random = new SecureRandom();

    RedisPresenceRegistry(RedisCalls redis) {
        this.redis = redis;
    }

    @Override
    public List<SessionResult> apply(List<SessionChange> changes) {
        if (changes.size() > MOST_CHANGES) {
            throw new IllegalArgumentException("at most " + MOST_CHANGES + " changes at once");
        }
        return changes.isEmpty()
                ? List.of()
                : redis
                        .run(
                                APPLY,
                                Stream.concat(
                                                Stream.of(CERTAIN),
                                                changes.stream().flatMap(RedisSessions::arguments))
                                        .toList())
                        .stream()
                        .map(told -> RedisSessions.result((String) told))
                        .toList();
    }

    @Override
    public Set<NodeId> nodes() {
        return nodes(redis.run(NODES, List.of()));
    }

    private static Set<NodeId> nodes(List<?> ids) {
        return ids.stream().map(id -> new NodeId((String) id)).collect(Collectors.toSet());
    }

    @Override
    public boolean orphan(NodeId node, Duration grace, int limit) {
        var orphans =
                redis.run(ORPHAN, List.of(node.value(), Long.toString(grace.toMillis()), Integer.toString(limit)));
        return number(orphans.getFirst()) == limit;
    }

    @Override
    public List<Departure> departing(NodeId by, int limit, Duration claim) {
        return redis.run(DEPARTING, List.of(Integer.toString(limit), Long.toString(claim.toMillis()))).stream()
                .map(row -> RedisSessions.departure((List<?>) row))
                .toList();
    }

    @Override
    public void remove(List<SessionKey> keys) {
        redis.run(
                REMOVE,
                keys.stream()
                        .flatMap(key -> Stream.of(
                                key.room().value(),
                                key.session().value(),
                                key.epoch().toString()))
                        .toList());
    }

    @Override
    public PresencePage page(RoomId room, @Nullable UserId after, int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE + " users");
        }
        var told =
                redis.run(PAGE, List.of(room.value(), after == null ? "" : after.value(), Integer.toString(limit + 1)));
        var occupancy = new Occupancy(number(told.get(1)), number(told.get(2)), number(told.get(0)));
        var users = RedisSessions.users(told.subList(3, told.size()));
        boolean more = users.size() > limit;
        return new PresencePage(occupancy, more ? users.subList(0, limit) : users, more);
    }

    @Override
    public Map<RoomId, Occupancy> occupancy(Collection<RoomId> rooms) {
        var asked = List.copyOf(new HashSet<>(rooms));
        var told = redis.run(OCCUPANCY, asked.stream().map(RoomId::value).toList());
        var found = new HashMap<RoomId, Occupancy>();
        for (int i = 0; i < asked.size(); i++) {
            found.put(
                    asked.get(i),
                    new Occupancy(number(told.get(1 + 2 * i)), number(told.get(2 + 2 * i)), number(told.getFirst())));
        }
        return found;
    }

    @Override
    public Map<RoomId, Set<NodeId>> holders(Collection<RoomId> rooms) {
        var asked = List.copyOf(new HashSet<>(rooms));
        var told = redis.run(HOLDERS, asked.stream().map(RoomId::value).toList());
        var found = new HashMap<RoomId, Set<NodeId>>();
        for (int i = 0; i < asked.size(); i++) {
            found.put(asked.get(i), nodes((List<?>) told.get(i)));
        }
        return found;
    }

    @Override
    public String generation() {
        return (String) redis.run(GENERATION, List.of(Long.toUnsignedString(random.nextLong(), 36)))
                .getFirst();
    }

    private static long number(Object told) {
        return (Long) told;
    }
}
