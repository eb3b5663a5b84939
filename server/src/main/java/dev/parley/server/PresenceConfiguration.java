package dev.parley.server;

import dev.parley.access.AccessPolicy;
import dev.parley.cluster.NodeLease;
import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.delivery.Attendance;
import dev.parley.delivery.Streams;
import dev.parley.fanout.BusFanout;
import dev.parley.kernel.Clock;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Timers;
import dev.parley.lifecycle.LifecycleTrim;
import dev.parley.lifecycle.LifecycleWriter;
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.log.AppendLanes;
import dev.parley.log.spi.EventData;
import dev.parley.presence.LiveNodes;
import dev.parley.presence.PresenceKeeper;
import dev.parley.presence.PresenceObserver;
import dev.parley.presence.PresenceSweeper;
import dev.parley.presence.SessionListener;
import dev.parley.presence.spi.PresenceRegistry;
import dev.parley.room.RoomRules;
import dev.parley.room.spi.AttributeReader;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.Settings;
import dev.parley.usecase.AbsentOwners;
import dev.parley.usecase.AttributeSweep;
import dev.parley.usecase.KeptAttendance;
import dev.parley.usecase.LifecycleWaits;
import dev.parley.usecase.PresenceQueries;
import dev.parley.usecase.PresenceSignals;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Who is connected, and who tells of it.
@Configuration(proxyBeanMethods = false)
class PresenceConfiguration {

    /// Calls about presence, at a time: few follow each other, so that many mean a registry that hangs. They
    /// have a bound of their own, which leaves those of the log alone.
    private static final int MAX_CALLS = 64;

    /// Questions who is there, at a time. A registry that hangs holds up those who ask it, and neither the
    /// readers of history nor those who tell it.
    private static final int MAX_QUERIES = 64;

    @Bean(destroyMethod = "", defaultCandidate = false)
    @Qualifier("presence")
    VirtualThreadOffload presenceCalls() {
        return new VirtualThreadOffload(MAX_CALLS);
    }

    @Bean(destroyMethod = "", defaultCandidate = false)
    @Qualifier("presence-queries")
    VirtualThreadOffload presenceQueryCalls() {
        return new VirtualThreadOffload(MAX_QUERIES);
    }

    @Bean
    SessionListener sessionListener(LifecycleLog log, Settings settings) {
        boolean besideOthers = settings.is(ConfigurationKey.PRESENCE, "local")
                && settings.is(ConfigurationKey.STORE, "postgres")
                && settings.is(ConfigurationKey.ACCEPT_SHARED_STORE, "true");
        return new LifecycleWriter(log, !besideOthers);
    }

    @Bean
    MeteredPresence presenceObserver(ObjectProvider<BusFanout> fanout, MeterRegistry registry) {
        return new MeteredPresence(fanout, registry);
    }

    @Bean(initMethod = "start")
    PresenceKeeper presenceKeeper(
            NodeId node,
            PresenceRegistry registry,
            SessionListener listener,
            MeteredPresence observer,
            ObjectProvider<BusFanout> fanout,
            ObjectProvider<NodeLease> lease,
            @Qualifier("presence") Offload offload,
            Clock clock,
            Timers timers,
            @Qualifier("mailboxes") ExecutorService mailboxes,
            RandomGenerator random) {
        var keeper = new PresenceKeeper(
                node, registry, listener, observer, acts(lease), offload, clock, timers, mailboxes, random);
        observer.watch(keeper);
        fanout.ifAvailable(bus -> bus.onTaken(keeper::wereTaken));
        return keeper;
    }

    @Bean(initMethod = "start")
    PresenceSweeper presenceSweeper(
            NodeId node,
            PresenceRegistry registry,
            ObjectProvider<NodeDirectory> directory,
            SessionListener listener,
            PresenceObserver observer,
            ObjectProvider<NodeLease> lease,
            @Qualifier("presence") Offload offload,
            Timers timers,
            RandomGenerator random) {
        NodeDirectory known = directory.getIfAvailable();
        LiveNodes live = known == null ? () -> Set.of(node) : LiveNodes.of(known);
        return new PresenceSweeper(node, registry, live, listener, observer, acts(lease), offload, timers, random);
    }

    /// A node without a lease shares nothing.
    private static BooleanSupplier acts(ObjectProvider<NodeLease> lease) {
        NodeLease held = lease.getIfAvailable();
        return held == null ? () -> true : held::acts;
    }

    @Bean
    Attendance attendance(PresenceKeeper keeper) {
        return new KeptAttendance(keeper);
    }

    @Bean(initMethod = "start")
    PresenceSignals presenceSignals(
            Streams streams,
            RoomRules rules,
            PresenceRegistry registry,
            LifecycleLog lifecycle,
            @Qualifier("presence") Offload offload,
            Timers timers) {
        return new PresenceSignals(streams, rules, registry, lifecycle, offload, timers);
    }

    @Bean(initMethod = "start")
    LifecycleTrim lifecycleTrim(LifecycleLog log, @Qualifier("presence") Offload offload, Timers timers) {
        return new LifecycleTrim(log, offload, timers);
    }

    @Bean(initMethod = "start")
    AttributeSweep attributeSweep(
            AttributeReader reader,
            PresenceRegistry registry,
            RoomRules rules,
            AppendLanes lanes,
            EventData eventData,
            ObjectProvider<NodeLease> lease,
            @Qualifier("presence") Offload offload,
            Clock clock,
            Timers timers,
            RandomGenerator random) {
        var absent = new AbsentOwners(registry, AbsentOwners.PATIENCE);
        return new AttributeSweep(reader, absent, rules, lanes, eventData, acts(lease), offload, clock, timers, random);
    }

    @Bean
    PresenceQueries presenceQueries(
            RoomRules rules,
            AccessPolicy policy,
            PresenceRegistry registry,
            LifecycleLog lifecycle,
            @Qualifier("presence-queries") Offload offload,
            LifecycleWaits waits) {
        return new PresenceQueries(rules, policy, registry, lifecycle, offload, waits);
    }

    @Bean
    LifecycleWaits lifecycleWaits(LifecycleLog lifecycle, @Qualifier("presence") Offload offload, Timers timers) {
        return new LifecycleWaits(lifecycle, offload, timers);
    }

    @Bean
    PresenceStop presenceStop(PresenceKeeper keeper) {
        return new PresenceStop(keeper);
    }
}
