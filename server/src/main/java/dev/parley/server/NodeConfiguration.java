package dev.parley.server;

import dev.parley.cluster.LiveNode;
import dev.parley.cluster.Node;
import dev.parley.cluster.NodeLease;
import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.kernel.Clock;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Timers;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;

/// Which node this server is, and its lease where the store is one that several can share.
@Configuration(proxyBeanMethods = false)
class NodeConfiguration {

    private static final Logger log = LoggerFactory.getLogger(NodeConfiguration.class);

    /// A node is one run of a server, so its id is drawn anew at each start.
    @Bean
    NodeId nodeId(RandomGenerator random) {
        return NodeId.draw(random);
    }

    /// In the store's own directory, whatever `parley.nodes` says: by it servers over one database find each other.
    @Bean(initMethod = "start")
    @ConditionalOnProperty(name = "parley.store", havingValue = "postgres")
    NodeLease nodeLease(
            NodeId id,
            @Qualifier("postgresOpenedStore") Runnable store,
            @Qualifier("postgresNodeDirectory") NodeDirectory directory,
            Settings settings,
            Environment environment,
            Offload offload,
            Clock clock,
            Timers timers,
            @Qualifier("mailboxes") ExecutorService mailboxes,
            MeterRegistry registry) {
        var self = self(id, settings, environment);
        var entry = new NodeEntry(self, directory, NodeConfiguration::sleep);
        entry.enter(settings.is(ConfigurationKey.ACCEPT_SHARED_STORE, "true"));
        entry.requireStore(store);
        // Once more, since the start may have waited longer than a node acts without a heartbeat.
        long asked = clock.nanos();
        List<LiveNode> live = entry.renew();
        var lease = new NodeLease(self, directory, live, asked, offload, clock, timers, mailboxes);
        Gauge.builder("parley.nodes", lease, held -> held.live().size())
                .description("Servers over the same database, this one included, as of its last heartbeat")
                .register(registry);
        return lease;
    }

    /// By which it is known whose sessions live, where that is said in Redis. A start does not wait for it: until the
    /// first
    /// heartbeat this node acts for nobody.
    @Bean(initMethod = "start")
    @Primary
    @ConditionalOnProperty(name = "parley.nodes", havingValue = "redis")
    NodeLease sessionLease(
            NodeId id,
            NodeDirectory directory,
            Settings settings,
            Environment environment,
            Offload offload,
            Clock clock,
            Timers timers,
            @Qualifier("mailboxes") ExecutorService mailboxes) {
        var self = self(id, settings, environment);
        long asked = clock.nanos();
        try {
            List<LiveNode> live = directory.renew(self, NodeLease.LENGTH);
            // This server before it was started again: nobody waits for its lease.
            live.stream().map(LiveNode::node).filter(self::succeeds).forEach(old -> directory.leave(old.id()));
            return new NodeLease(self, directory, live, asked, offload, clock, timers, mailboxes);
        } catch (RuntimeException e) {
            log.warn("This server holds no lease yet ({}); trying again", e.toString());
            long longAgo = asked - NodeLease.LENGTH.toNanos();
            return new NodeLease(self, directory, List.of(), longAgo, offload, clock, timers, mailboxes);
        }
    }

    private static Node self(NodeId id, Settings settings, Environment environment) {
        return new Node(id, address(environment), Machine.current(id, environment), null, fanout(settings));
    }

    /// What two servers have to have in common to hear of each other.
    private static String fanout(Settings settings) {
        String mode = settings.value(ConfigurationKey.FANOUT).orElseThrow();
        return switch (mode) {
            case Node.ALONE -> mode;
            case "sharded" ->
                mode + " over "
                        + settings.value(ConfigurationKey.SHARDED_CHANNELS).orElseThrow() + " channels of "
                        + bus(settings);
            default -> mode + " over " + bus(settings);
        };
    }

    private static String bus(Settings settings) {
        String bus = settings.value(ConfigurationKey.BUS).orElseThrow();
        return bus.equals("redis")
                ? settings.value(ConfigurationKey.REDIS_PUBSUB).orElseThrow() + " " + bus
                : bus;
    }

    private static String address(Environment environment) {
        String host = environment.getProperty("server.address");
        return (host == null || host.equals("0.0.0.0") ? Machine.hostName() : host) + ":"
                + environment.getProperty("server.port", "8080");
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting", e);
        }
    }

    @Bean
    @ConditionalOnProperty(name = "parley.store", havingValue = "postgres")
    NodeStop nodeStop(@Qualifier("nodeLease") NodeLease lease) {
        return new NodeStop(lease);
    }

    @Bean
    @ConditionalOnProperty(name = "parley.nodes", havingValue = "redis")
    NodeStop sessionLeaseStop(@Qualifier("sessionLease") NodeLease lease) {
        return new NodeStop(lease);
    }
}
