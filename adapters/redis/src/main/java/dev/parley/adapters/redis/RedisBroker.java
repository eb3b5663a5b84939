package dev.parley.adapters.redis;

import dev.parley.fanout.spi.Broker;
import dev.parley.fanout.spi.BrokerLink;
import dev.parley.fanout.spi.LinkEvents;
import dev.parley.kernel.Offload;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Makes connections of Lettuce that keep nothing, repeat nothing and never come back by themselves. In
/// RESP3 (Redis 6 and later), so that one connection both listens and publishes.
final class RedisBroker implements Broker, AutoCloseable {

    /// Also what a command has: none is answered later than that without the connection being given up.
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

    /// The bus asks for 512 channels at a time and has 64 messages under way; beyond it Lettuce
    /// refuses, and the connection ends.
    private static final int MAX_UNANSWERED = 100_000;

    private static final RedisCodec<String, byte[]> NAMES_AND_BYTES =
            RedisCodec.of(StringCodec.ASCII, ByteArrayCodec.INSTANCE);

    private final RedisURI uri;
    private final PubSub pubsub;
    private final ClientResources resources = RedisClients.resources();
    private final RedisClient client;

    /// @param url as in [RedisProperties]
    RedisBroker(String url, PubSub pubsub) {
        this.pubsub = pubsub;
        uri = RedisClients.address(url, ANSWER_WITHIN);
        client = RedisClient.create(resources);
        client.setOptions(RedisClients.options(ANSWER_WITHIN, MAX_UNANSWERED)
                .protocolVersion(ProtocolVersion.RESP3)
                .build());
    }

    @Override
    public void connect(LinkEvents events, Consumer<Offload.Result<BrokerLink>> done) {
        connectTo(uri).thenCompose(first -> linkOver(first, events)).whenComplete((link, failure) -> {
            if (failure == null) {
                done.accept(new Offload.Done<>(link));
            } else {
                done.accept(new Offload.Failed<>(
                        new IOException("Redis cannot be reached: " + RedisErrors.reason(failure))));
            }
        });
    }

    private CompletionStage<StatefulRedisPubSubConnection<String, byte[]>> connectTo(RedisURI node) {
        return client.connectPubSubAsync(NAMES_AND_BYTES, node);
    }

    /// Sharded: what answered may be one node of a cluster, and then each of its masters is needed.
    private CompletionStage<BrokerLink> linkOver(
            StatefulRedisPubSubConnection<String, byte[]> first, LinkEvents events) {
        if (pubsub == PubSub.CLASSIC) {
            return CompletableFuture.completedStage(new RedisLink(first, pubsub, events));
        }
        CompletionStage<BrokerLink> link = first.async()
                .clusterSlots()
                .thenCompose(slots -> clusterLink(ClusterSlots.of(slots, uri.getHost()), events))
                .whenComplete((_, _) -> first.closeAsync());
        return link.exceptionallyCompose(failure -> RedisErrors.isNoCluster(failure)
                ? connectTo(uri).thenApply(alone -> new RedisLink(alone, pubsub, events))
                : CompletableFuture.failedStage(failure));
    }

    private CompletionStage<BrokerLink> clusterLink(ClusterSlots slots, LinkEvents events) {
        Map<ClusterSlots.Node, RedisLink> links = new ConcurrentHashMap<>();
        var each = slots.masters().stream()
                .map(node -> connectTo(addressOf(node))
                        .thenAccept(connection -> links.put(node, new RedisLink(connection, pubsub, events)))
                        .toCompletableFuture())
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(each).handle((_, failure) -> {
            var link = new ClusterLink(links, slots, events);
            if (failure != null) {
                link.close();
                throw new CompletionException(failure);
            }
            return link;
        });
    }

    /// With the same user, password and encryption.
    private RedisURI addressOf(ClusterSlots.Node node) {
        var address = RedisURI.builder(uri).build();
        address.setHost(node.host());
        address.setPort(node.port());
        return address;
    }

    /// Does not wait: what is under way has been told to end.
    @Override
    public void close() {
        client.shutdownAsync(0, 1, TimeUnit.SECONDS).whenComplete((_, _) -> resources.shutdown(0, 1, TimeUnit.SECONDS));
    }
}
