package dev.parley.server;

import dev.parley.access.AccessPolicy;
import dev.parley.access.ApiKeys;
import dev.parley.access.Grants;
import dev.parley.access.GrantsText;
import dev.parley.access.spi.ApiKeyStore;
import dev.parley.delivery.Attendance;
import dev.parley.delivery.LongPolls;
import dev.parley.delivery.StreamObserver;
import dev.parley.delivery.StreamSettings;
import dev.parley.delivery.Streams;
import dev.parley.delivery.TailPages;
import dev.parley.delivery.TailSettings;
import dev.parley.delivery.Tails;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.PassBuffers;
import dev.parley.fanout.BusFanout;
import dev.parley.fanout.Fanout;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Timers;
import dev.parley.log.AnswerRound;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendObserver;
import dev.parley.log.CommitListener;
import dev.parley.log.LaneLimits;
import dev.parley.log.RetentionSweep;
import dev.parley.log.RoomTraffic;
import dev.parley.log.spi.EventData;
import dev.parley.log.spi.RoomLog;
import dev.parley.room.RoomRules;
import dev.parley.room.spi.AttributeReader;
import dev.parley.room.spi.PeopleReader;
import dev.parley.room.spi.RoomReader;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.Settings;
import dev.parley.usecase.Allowlisting;
import dev.parley.usecase.Amending;
import dev.parley.usecase.Attributes;
import dev.parley.usecase.LifecycleWaits;
import dev.parley.usecase.Membership;
import dev.parley.usecase.Publishing;
import dev.parley.usecase.Queries;
import dev.parley.usecase.References;
import dev.parley.usecase.RoomAdministration;
import dev.parley.usecase.RoomStatistics;
import dev.parley.usecase.Streaming;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The core and what it is handed: time and threads. Stores and the web register themselves.
@Configuration(proxyBeanMethods = false)
class CoreConfiguration {

    /// Calls that block, at a time. Far above what a store's connections serve at once; beyond it a request
    /// would only wait for its deadline.
    private static final int MAX_OFFLOADED = 1_024;

    /// Pages of history read at a time, each of about 1 MiB at most. A flood of readers is refused here and
    /// leaves the calls of those who publish alone.
    private static final int MAX_READS = 256;

    /// Requests that wait for the next message, at a time.
    private static final int MAX_POLLS = 10_000;

    @Bean
    Clock clock() {
        return System::nanoTime;
    }

    @Bean(destroyMethod = "")
    VirtualThreadOffload offload() {
        return new VirtualThreadOffload(MAX_OFFLOADED);
    }

    @Bean(destroyMethod = "", defaultCandidate = false)
    @Qualifier("reads")
    VirtualThreadOffload reads() {
        return new VirtualThreadOffload(MAX_READS);
    }

    /// Where mailboxes and timers go on. Its queue is bounded by their number: a mailbox waits in it at most
    /// once.
    @Bean(destroyMethod = "shutdownNow", defaultCandidate = false)
    @Qualifier("mailboxes")
    ExecutorService mailboxes() {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        return Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("core-", 1).daemon().factory());
    }

    @Bean(destroyMethod = "")
    HandOverTimers timers(@Qualifier("mailboxes") ExecutorService mailboxes) {
        return new HandOverTimers(mailboxes);
    }

    @Bean
    AccessPolicy accessPolicy(Settings settings) {
        return new AccessPolicy(Grants.of(
                GrantsText.parse(settings.value(ConfigurationKey.DEFAULT_GRANTS).orElse(""))));
    }

    @Bean
    ApiKeys apiKeys(
            ApiKeyStore store, Offload offload, Clock clock, @Qualifier("mailboxes") ExecutorService mailboxes) {
        return new ApiKeys(store, offload, clock, mailboxes);
    }

    @Bean(initMethod = "start")
    RoomRules roomRules(
            RoomReader reader,
            Offload offload,
            Clock clock,
            Timers timers,
            @Qualifier("mailboxes") ExecutorService mailboxes) {
        return new RoomRules(reader, offload, clock, timers, mailboxes);
    }

    @Bean(initMethod = "start")
    RetentionSweep retentionSweep(
            RoomLog log, Offload offload, Timers timers, @Qualifier("mailboxes") ExecutorService mailboxes) {
        return new RetentionSweep(log, offload, timers, mailboxes);
    }

    @Bean
    AppendLanes appendLanes(
            RoomLog log,
            Offload offload,
            Clock clock,
            Timers timers,
            @Qualifier("mailboxes") ExecutorService mailboxes,
            RetentionSweep sweep,
            Tails tails,
            ObjectProvider<BusFanout> fanout,
            AppendObserver observer,
            AnswerRound round) {
        CommitListener here = CommitListener.both(sweep, tails);
        BusFanout others = fanout.getIfAvailable();
        return new AppendLanes(
                log,
                offload,
                clock,
                timers,
                mailboxes,
                LaneLimits.DEFAULT,
                others == null ? here : CommitListener.both(here, others.publisher()),
                observer,
                round);
    }

    @Bean
    AppendDrain appendDrain(AppendLanes lanes) {
        return new AppendDrain(lanes);
    }

    @Bean(initMethod = "start")
    Tails tails(
            RoomLog log,
            RoomReader reader,
            Offload offload,
            Clock clock,
            Timers timers,
            @Qualifier("mailboxes") ExecutorService mailboxes,
            RandomGenerator random,
            Settings settings,
            StreamObserver observer,
            Fanout fanout) {
        boolean shared = settings.is(ConfigurationKey.STORE, "postgres");
        var bounded = TailSettings.LOCAL.withMaxBytes(DeliveryMemory.bytes(settings));
        TailSettings tails = shared ? bounded.withHeadChecks() : bounded;
        return new Tails(log, reader, offload, clock, timers, mailboxes, random, tails, observer, fanout);
    }

    @Bean
    Streams streams(
            Tails tails,
            RoomRules rules,
            Framing framing,
            PassBuffers buffers,
            Clock clock,
            Timers timers,
            RandomGenerator random,
            Settings settings,
            StreamObserver observer,
            Attendance attendance) {
        return new Streams(
                tails, rules, framing, buffers, clock, timers, random, streamSettings(settings), observer, attendance);
    }

    private static StreamSettings streamSettings(Settings settings) {
        var byDefault = StreamSettings.DEFAULT;
        return new StreamSettings(
                        seconds(settings, ConfigurationKey.WRITE_DEADLINE),
                        seconds(settings, ConfigurationKey.HEARTBEAT),
                        byDefault.maxStreams(),
                        byDefault.maxCatchUps())
                .withPullJitter(Duration.ofMillis(Long.parseLong(
                        settings.value(ConfigurationKey.PULL_JITTER).orElseThrow())));
    }

    private static Duration seconds(Settings settings, ConfigurationKey key) {
        return Duration.ofSeconds(Long.parseLong(settings.value(key).orElseThrow()));
    }

    @Bean
    Streaming streaming(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            Streams streams,
            RandomGenerator random,
            Settings settings) {
        return new Streaming(rules, policy, lanes, streams, random, settings.is(ConfigurationKey.AUTO_CREATE, "true"));
    }

    @Bean
    StreamDrain streamDrain(Streaming streaming, LongPolls polls, LifecycleWaits waits) {
        return new StreamDrain(streaming, polls, waits);
    }

    @Bean
    Quiescence quiescence(
            HandOverTimers timers,
            VirtualThreadOffload offload,
            @Qualifier("reads") VirtualThreadOffload reads,
            @Qualifier("presence") VirtualThreadOffload presence,
            @Qualifier("presence-queries") VirtualThreadOffload queries) {
        return new Quiescence(timers, List.of(reads, queries, presence, offload));
    }

    @Bean
    Publishing publishing(
            RoomRules rules, AccessPolicy policy, AppendLanes lanes, RandomGenerator random, Settings settings) {
        return new Publishing(
                rules, policy, lanes, random, settings.is(ConfigurationKey.AUTO_CREATE, "true"), settings.types());
    }

    @Bean
    Membership membership(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            PeopleReader reader,
            @Qualifier("reads") Offload offload,
            EventData eventData,
            RandomGenerator random) {
        return new Membership(rules, policy, lanes, reader, offload, eventData, random);
    }

    @Bean
    Allowlisting allowlisting(RoomRules rules, AccessPolicy policy, AppendLanes lanes, RandomGenerator random) {
        return new Allowlisting(rules, policy, lanes, random);
    }

    @Bean
    References references(RoomRules rules, AccessPolicy policy, RoomLog log, @Qualifier("reads") Offload offload) {
        return new References(rules, policy, log, offload);
    }

    @Bean
    Amending amending(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            RoomLog log,
            @Qualifier("reads") Offload offload,
            EventData eventData,
            RandomGenerator random) {
        return new Amending(rules, policy, lanes, log, offload, eventData, random);
    }

    @Bean
    Attributes attributes(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            AttributeReader reader,
            @Qualifier("reads") Offload offload,
            EventData eventData,
            RandomGenerator random) {
        return new Attributes(rules, policy, lanes, reader, offload, eventData, random);
    }

    @Bean
    RoomAdministration roomAdministration(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            RoomReader reader,
            @Qualifier("reads") Offload offload,
            EventData eventData,
            RandomGenerator random) {
        return new RoomAdministration(rules, policy, lanes, reader, offload, eventData, random);
    }

    @Bean
    RoomStatistics roomStatistics(
            RoomRules rules, AccessPolicy policy, RoomTraffic traffic, Tails tails, Streams streams) {
        return new RoomStatistics(rules, policy, traffic, tails, streams);
    }

    @Bean
    LongPolls longPolls(Tails tails, Timers timers, @Qualifier("mailboxes") ExecutorService mailboxes) {
        return new LongPolls(tails, timers, mailboxes, MAX_POLLS);
    }

    @Bean
    Queries queries(
            RoomRules rules,
            AccessPolicy policy,
            RoomLog log,
            @Qualifier("reads") Offload offload,
            LongPolls polls,
            Tails tails,
            Framing framing,
            Streams streams) {
        var memory = new Queries.Memory(polls, new TailPages(tails, framing), streams::pulled);
        return new Queries(rules, policy, log, offload, memory);
    }
}
