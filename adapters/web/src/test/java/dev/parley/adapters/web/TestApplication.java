package dev.parley.adapters.web;

import dev.parley.access.AccessPolicy;
import dev.parley.access.ApiKeys;
import dev.parley.access.Grants;
import dev.parley.access.spi.ApiKeyStore;
import dev.parley.access.spi.SigningKeyStore;
import dev.parley.delivery.Attendance;
import dev.parley.delivery.LongPolls;
import dev.parley.delivery.SignalHub;
import dev.parley.delivery.SignalObserver;
import dev.parley.delivery.StreamSettings;
import dev.parley.delivery.Streams;
import dev.parley.delivery.TailPages;
import dev.parley.delivery.TailSettings;
import dev.parley.delivery.Tails;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.PassBuffers;
import dev.parley.fanout.SignalRelay;
import dev.parley.kernel.Clock;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.SettingReporter;
import dev.parley.kernel.Timers;
import dev.parley.lifecycle.LifecycleWriter;
import dev.parley.lifecycle.spi.LifecycleLog;
import dev.parley.log.AnswerRound;
import dev.parley.log.AppendLanes;
import dev.parley.log.LaneLimits;
import dev.parley.log.RoomTraffic;
import dev.parley.log.spi.EventData;
import dev.parley.log.spi.RoomLog;
import dev.parley.presence.PresenceKeeper;
import dev.parley.presence.PresenceObserver;
import dev.parley.presence.PresenceSweeper;
import dev.parley.presence.spi.PresenceRegistry;
import dev.parley.room.RoomRules;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import dev.parley.room.spi.RoomReader;
import dev.parley.usecase.AbsentOwners;
import dev.parley.usecase.Allowlisting;
import dev.parley.usecase.Amending;
import dev.parley.usecase.AttributeSweep;
import dev.parley.usecase.Attributes;
import dev.parley.usecase.KeptAttendance;
import dev.parley.usecase.LifecycleWaits;
import dev.parley.usecase.Membership;
import dev.parley.usecase.PresenceQueries;
import dev.parley.usecase.PresenceSignals;
import dev.parley.usecase.Publishing;
import dev.parley.usecase.Queries;
import dev.parley.usecase.References;
import dev.parley.usecase.RoomAdministration;
import dev.parley.usecase.RoomStatistics;
import dev.parley.usecase.Signalling;
import dev.parley.usecase.Streaming;
import io.netty.channel.Channel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ReactorResourceFactory;

/// The core over memory, as a server would put it together.
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class TestApplication {

    private static final NodeId NODE = new NodeId("node-test");

    static final byte[] DEV_SECRET =
            "0123456789abcdef0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    /// Event loops of its own, so that several servers of one test may come and go.
    @Bean
    ReactorResourceFactory reactorResourceFactory() {
        var resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        return resources;
    }

    /// Those that are open.
    record OpenChannels(java.util.Set<Channel> channels) {}

    @Bean
    OpenChannels openChannels() {
        return new OpenChannels(ConcurrentHashMap.newKeySet());
    }

    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> watchedChannels(OpenChannels open) {
        return factory -> factory.addServerCustomizers(server -> server.doOnChannelInit((_, channel, _) -> {
            open.channels().add(channel);
            channel.closeFuture().addListener(_ -> open.channels().remove(channel));
        }));
    }

    @Bean
    Clock clock() {
        return System::nanoTime;
    }

    @Bean(destroyMethod = "shutdownNow")
    java.util.concurrent.ScheduledExecutorService scheduler() {
        return Executors.newScheduledThreadPool(2);
    }

    @Bean
    Timers timers(java.util.concurrent.ScheduledExecutorService scheduler) {
        return (delay, task) -> scheduler.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Bean
    Executor coreExecutor() {
        return Executors.newVirtualThreadPerTaskExecutor();
    }

    @Bean
    ThreadOffload offload(Executor coreExecutor) {
        return new ThreadOffload(coreExecutor, new AtomicInteger(), new AtomicLong());
    }

    record ThreadOffload(Executor executor, AtomicInteger calls, AtomicLong begins)
            implements StreamServer.WatchedOffload {

        @Override
        public <T> void run(
                java.util.concurrent.Callable<T> call, java.util.function.Consumer<Offload.Result<T>> callback) {
            calls.incrementAndGet();
            begins.incrementAndGet();
            executor.execute(() -> {
                Offload.Result<T> result = result(call);
                calls.decrementAndGet();
                callback.accept(result);
            });
        }

        @Override
        public int underWay() {
            return calls.get();
        }

        @Override
        public long begun() {
            return begins.get();
        }

        private static <T> Offload.Result<T> result(java.util.concurrent.Callable<T> call) {
            try {
                return new Offload.Done<>(call.call());
            } catch (Exception e) {
                return new Offload.Failed<>(e);
            }
        }
    }

    @Bean
    RoomRules roomRules(RoomReader reader, Offload offload, Clock clock, Timers timers, Executor coreExecutor) {
        var rules = new RoomRules(reader, offload, clock, timers, coreExecutor);
        rules.start();
        return rules;
    }

    @Bean
    AppendLanes appendLanes(
            RoomLog log,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor coreExecutor,
            Tails tails,
            RoomTraffic traffic,
            AnswerRound round) {
        return new AppendLanes(
                log, offload, clock, timers, coreExecutor, LaneLimits.DEFAULT, tails, traffic.observer(), round);
    }

    @Bean
    RoomTraffic roomTraffic(Clock clock) {
        return new RoomTraffic(clock);
    }

    @Bean
    RoomStatistics roomStatistics(
            RoomRules rules, AccessPolicy policy, RoomTraffic traffic, Tails tails, Streams streams) {
        return new RoomStatistics(rules, policy, traffic, tails, streams);
    }

    @Bean
    StreamCounts streamCounts() {
        return new StreamCounts();
    }

    @Bean(initMethod = "start")
    Tails tails(
            RoomLog log,
            RoomReader reader,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor coreExecutor,
            StreamCounts counts,
            Environment environment) {
        return new Tails(
                log,
                reader,
                offload,
                clock,
                timers,
                coreExecutor,
                new SecureRandom(),
                TailSettings.LOCAL.withMaxBytes(environment.getProperty("test.memory", Long.class, 64L << 20)),
                counts);
    }

    @Bean
    Streams streams(
            Tails tails,
            RoomRules rules,
            Framing framing,
            PassBuffers buffers,
            Clock clock,
            Timers timers,
            StreamCounts counts,
            Attendance attendance,
            Environment environment) {
        var usual = StreamSettings.DEFAULT;
        var settings = new StreamSettings(
                Duration.ofMillis(environment.getProperty("test.write-deadline", Integer.class, 10_000)),
                Duration.ofMillis(environment.getProperty("test.heartbeat", Integer.class, 15_000)),
                environment.getProperty("test.streams", Integer.class, 10_000),
                1_000,
                usual.slice(),
                usual.passGap(),
                millis(environment, "test.pings", usual.pings()),
                millis(environment, "test.pong-deadline", usual.pongDeadline()),
                usual.maxPinned(),
                usual.pullJitter());
        return new Streams(
                tails, rules, framing, buffers, clock, timers, new SecureRandom(), settings, counts, attendance);
    }

    @Bean(initMethod = "start")
    SignalHub signalHub(Streams streams, Clock clock, Timers timers, Executor coreExecutor) {
        return new SignalHub(streams, SignalRelay.NONE, clock, timers, coreExecutor, SignalObserver.NONE);
    }

    @Bean
    Signalling signalling(RoomRules rules, AccessPolicy policy, SignalHub hub) {
        return new Signalling(rules, policy, hub);
    }

    /// Its calls are not counted with the others: they go on while nothing happens.
    @Bean(defaultCandidate = false)
    @Qualifier("presence")
    ThreadOffload presenceCalls(Executor coreExecutor) {
        return new ThreadOffload(coreExecutor, new AtomicInteger(), new AtomicLong());
    }

    @Bean(initMethod = "start")
    PresenceKeeper presenceKeeper(
            PresenceRegistry registry,
            LifecycleLog lifecycle,
            @Qualifier("presence") Offload calls,
            Timers timers,
            Executor coreExecutor) {
        return new PresenceKeeper(
                NODE,
                registry,
                new LifecycleWriter(lifecycle),
                PresenceObserver.NONE,
                () -> true,
                calls,
                System::nanoTime,
                timers,
                coreExecutor,
                new SecureRandom());
    }

    @Bean(initMethod = "start")
    PresenceSweeper presenceSweeper(
            PresenceRegistry registry, LifecycleLog lifecycle, @Qualifier("presence") Offload calls, Timers timers) {
        return new PresenceSweeper(
                NODE,
                registry,
                () -> Set.of(NODE),
                new LifecycleWriter(lifecycle),
                PresenceObserver.NONE,
                () -> true,
                calls,
                timers,
                new SecureRandom());
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
            @Qualifier("presence") Offload calls,
            Timers timers) {
        return new PresenceSignals(streams, rules, registry, lifecycle, calls, timers);
    }

    @Bean
    PresenceQueries presenceQueries(
            RoomRules rules,
            AccessPolicy policy,
            PresenceRegistry registry,
            LifecycleLog lifecycle,
            Offload offload,
            LifecycleWaits waits) {
        return new PresenceQueries(rules, policy, registry, lifecycle, offload, waits);
    }

    @Bean
    LifecycleWaits lifecycleWaits(LifecycleLog lifecycle, @Qualifier("presence") Offload calls, Timers timers) {
        return new LifecycleWaits(lifecycle, calls, timers);
    }

    private static Duration millis(Environment environment, String key, Duration otherwise) {
        Integer millis = environment.getProperty(key, Integer.class);
        return millis == null ? otherwise : Duration.ofMillis(millis);
    }

    @Bean
    Streaming streaming(
            RoomRules rules, AccessPolicy policy, AppendLanes lanes, Streams streams, Environment environment) {
        boolean autoCreate = environment.getProperty("test.auto-create", Boolean.class, true);
        return new Streaming(rules, policy, lanes, streams, new SecureRandom(), autoCreate);
    }

    @Bean
    AccessPolicy accessPolicy(Environment environment) {
        boolean open = environment.getProperty("test.open", Boolean.class, false);
        return new AccessPolicy(open ? Grants.everything() : Grants.NONE);
    }

    @Bean
    ApiKeys apiKeys(ApiKeyStore store, Offload offload, Clock clock, Executor coreExecutor) {
        return new ApiKeys(store, offload, clock, coreExecutor);
    }

    @Bean
    SettingReporter settingReporter() {
        return () -> List.of(new SettingReporter.Shown("parley.store", "memory", "default"));
    }

    @Bean
    SigningKeyStore signingKeyStore() {
        return () -> List.of(new SigningKeyStore.SigningKey("test", DEV_SECRET));
    }

    @Bean
    Publishing publishing(RoomRules rules, AccessPolicy policy, AppendLanes lanes, Environment environment) {
        boolean autoCreate = environment.getProperty("test.auto-create", Boolean.class, true);
        return new Publishing(rules, policy, lanes, new SecureRandom(), autoCreate);
    }

    @Bean
    RoomAdministration roomAdministration(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            RoomReader reader,
            Offload offload,
            EventData eventData) {
        return new RoomAdministration(rules, policy, lanes, reader, offload, eventData, new SecureRandom());
    }

    @Bean
    References references(RoomRules rules, AccessPolicy policy, RoomLog log, Offload offload) {
        return new References(rules, policy, log, offload);
    }

    @Bean
    Amending amending(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            RoomLog log,
            Offload offload,
            EventData eventData) {
        return new Amending(rules, policy, lanes, log, offload, eventData, new SecureRandom());
    }

    @Bean
    Attributes attributes(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            AttributeReader reader,
            Offload offload,
            EventData eventData) {
        return new Attributes(rules, policy, lanes, reader, offload, eventData, new SecureRandom());
    }

    @Bean(initMethod = "start")
    AttributeSweep attributeSweep(
            AttributeReader reader,
            PresenceRegistry registry,
            RoomRules rules,
            AppendLanes lanes,
            EventData eventData,
            Offload offload,
            Clock clock,
            Timers timers) {
        var absent = new AbsentOwners(registry, Duration.ofSeconds(1));
        return new AttributeSweep(
                reader, absent, rules, lanes, eventData, () -> true, offload, clock, timers, new SecureRandom());
    }

    @Bean
    Membership membership(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            PeopleReader reader,
            Offload offload,
            EventData eventData) {
        return new Membership(rules, policy, lanes, reader, offload, eventData, new SecureRandom());
    }

    @Bean
    Allowlisting allowlisting(RoomRules rules, AccessPolicy policy, AppendLanes lanes) {
        return new Allowlisting(rules, policy, lanes, new SecureRandom());
    }

    @Bean
    LongPolls longPolls(Tails tails, Timers timers, Executor coreExecutor) {
        return new LongPolls(tails, timers, coreExecutor, 100);
    }

    @Bean
    Queries queries(
            RoomRules rules,
            AccessPolicy policy,
            RoomLog log,
            Offload offload,
            LongPolls polls,
            Tails tails,
            Framing framing,
            Streams streams) {
        return new Queries(
                rules, policy, log, offload, new Queries.Memory(polls, new TailPages(tails, framing), streams::pulled));
    }
}
