package dev.parley.adapters.redis;

import dev.parley.cluster.LiveNode;
import dev.parley.cluster.Node;
import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.NodeId;
import java.time.Duration;
import java.util.List;

/// The nodes in a hash of one Redis, whose clock decides. When Redis has lost it, or is another run that may have an
/// older one, nobody has lost his lease: whoever was in it when this directory last looked is told until his lease
/// is over or he is there again. So the sessions of living nodes are left alone until their next heartbeats.
final class RedisNodeDirectory implements NodeDirectory {

    private static final RedisScript RENEW = RedisScript.of("nodes.lua", "nodes-renew.lua");
    private static final RedisScript LIVE = RedisScript.of("nodes.lua", "nodes-live.lua");
    private static final RedisScript LEAVE = RedisScript.of("nodes.lua", "nodes-leave.lua");

    private final RedisCalls redis;
    private LostNodes nodes = LostNodes.NONE;

    RedisNodeDirectory(RedisCalls redis) {
        this.redis = redis;
    }

    @Override
    public List<LiveNode> renew(Node node, Duration lease) {
        String zone = node.zone();
        return told(redis.run(
                RENEW,
                List.of(
                        node.id().value(),
                        node.address(),
                        node.machine(),
                        node.fanout(),
                        Long.toString(lease.toMillis()),
                        Long.toString(KEPT.toMillis()),
                        zone == null ? "" : "=" + zone)));
    }

    @Override
    public List<LiveNode> live() {
        return told(redis.run(LIVE, List.of()));
    }

    @Override
    public void leave(NodeId id) {
        redis.run(LEAVE, List.of(id.value()));
        forget(id);
    }

    private synchronized void forget(NodeId id) {
        nodes = nodes.without(id);
    }

    private synchronized List<LiveNode> told(List<?> answer) {
        var rows = (List<?>) answer.get(2);
        var live = rows.stream().map(row -> node((List<?>) row)).toList();
        nodes = nodes.after((String) answer.getFirst(), (Long) answer.get(1), live);
        return nodes.all();
    }

    private static LiveNode node(List<?> row) {
        String zone = (String) row.get(4);
        var node = new Node(
                new NodeId((String) row.get(0)),
                (String) row.get(1),
                (String) row.get(2),
                zone.isEmpty() ? null : zone.substring(1),
                (String) row.get(3));
        return new LiveNode(node, (Long) row.get(5), (Long) row.get(6), (Long) row.get(7));
    }
}
