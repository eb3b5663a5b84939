package dev.parley.server;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.log.AppendObserver;
import dev.parley.log.Quota;
import dev.parley.log.RoomTraffic;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;

/// The append path as meters.
final class MeteredAppends implements AppendObserver {

    private final MeterRegistry registry;
    private final AppendHealth health;
    private final RoomTraffic traffic;
    private final Counter[] messages;
    private final Counter appends;
    private final Counter duplicates;
    private final Counter retries;
    private final DistributionSummary batchItems;
    private final Timer commit;

    MeteredAppends(MeterRegistry registry, AppendHealth health, RoomTraffic traffic) {
        this.registry = registry;
        this.health = health;
        this.traffic = traffic;
        appends = counter("parley.appends", "Items committed, repeats not counted");
        duplicates = counter("parley.append.duplicates", "Repeats answered with what the first try got");
        retries = counter("parley.append.retries", "Transactions that failed and were run again");
        messages = Arrays.stream(Tier.values())
                .map(tier -> Counter.builder("parley.messages")
                        .description("Messages committed, without the server's own events, by tier")
                        .tag("tier", tier.wire())
                        .register(registry))
                .toArray(Counter[]::new);
        batchItems = DistributionSummary.builder("parley.append.batch.items")
                .description("Items of a transaction")
                .serviceLevelObjectives(1, 2, 5, 10, 20, 50, 100, 200, 500)
                .register(registry);
        commit = Timer.builder("parley.append.commit")
                .description("Time a transaction takes")
                .serviceLevelObjectives(buckets(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000))
                .register(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    private static Duration[] buckets(long... millis) {
        Duration[] buckets = new Duration[millis.length];
        for (int i = 0; i < millis.length; i++) {
            buckets[i] = Duration.ofMillis(millis[i]);
        }
        return buckets;
    }

    @Override
    public void transaction(int items, Duration took) {
        batchItems.record(items);
        commit.record(took);
    }

    @Override
    public void appended() {
        appends.increment();
    }

    @Override
    public void duplicate() {
        duplicates.increment();
    }

    @Override
    public void refused(String reason) {
        health.refused(reason);
        Counter.builder("parley.append.refused")
                .description("Items refused, by reason")
                .tag("reason", reason)
                .register(registry)
                .increment();
    }

    @Override
    public void taken(RoomId room, Tier tier) {
        messages[tier.ordinal()].increment();
        traffic.taken(room, tier);
    }

    @Override
    public void overLimit(RoomId room, Tier tier, Quota quota) {
        Counter.builder("parley.messages.refused")
                .description("Messages refused by a limit, by limit and tier")
                .tag("limit", quota.wire())
                .tag("tier", tier.wire())
                .register(registry)
                .increment();
        traffic.overLimit(room, tier, quota);
    }

    @Override
    public void retried() {
        retries.increment();
    }
}
