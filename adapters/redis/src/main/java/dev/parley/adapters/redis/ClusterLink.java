package dev.parley.adapters.redis;

import dev.parley.fanout.spi.BrokerLink;
import dev.parley.fanout.spi.LinkEvents;
import io.lettuce.core.cluster.SlotHash;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// One connection to each master of a Redis Cluster, as one: a channel belongs to the master that has
/// its slot. When one of them goes, or says that a slot has moved, all go, and the next connection
/// looks who has what.
final class ClusterLink implements BrokerLink {

    private final Map<ClusterSlots.Node, RedisLink> links;
    private final ClusterSlots slots;
    private final LinkEvents events;
    private final AtomicInteger unanswered = new AtomicInteger();

    ClusterLink(Map<ClusterSlots.Node, RedisLink> links, ClusterSlots slots, LinkEvents events) {
        this.links = links;
        this.slots = slots;
        this.events = events;
    }

    private @Nullable RedisLink of(String name) {
        ClusterSlots.Node master = slots.master(SlotHash.getSlot(name));
        return master == null ? null : links.get(master);
    }

    @Override
    public void subscribe(String name) {
        RedisLink link = of(name);
        if (link == null) {
            events.refused(name, "no node of the cluster has its slot");
        } else {
            link.subscribe(name);
        }
    }

    @Override
    public void unsubscribe(String name) {
        RedisLink link = of(name);
        if (link != null) {
            link.unsubscribe(name);
        }
    }

    @Override
    public void publish(String name, byte[] message) {
        RedisLink link = of(name);
        if (link == null) {
            events.interrupted("no node of the cluster has the slot of " + name);
            events.sent(1);
        } else {
            link.publish(name, message);
        }
    }

    /// Answered when all have answered. One at a time, as the bus asks.
    @Override
    public void ping() {
        unanswered.set(links.size());
        links.values()
                .forEach(link -> link.ping(() -> {
                    if (unanswered.decrementAndGet() == 0) {
                        events.answered();
                    }
                }));
    }

    @Override
    public void close() {
        links.values().forEach(RedisLink::close);
    }
}
