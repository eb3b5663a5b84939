package dev.parley.server;

import dev.parley.log.AppendObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/// The append path as meters.
final class MeteredAppends implements AppendObserver {

    private final MeterRegistry registry;
    private final AppendHealth health;
    private final Counter appends;
    private final Counter duplicates;
    private final Counter retries;
    private final DistributionSummary batchItems;
    private final Timer commit;

    MeteredAppends(MeterRegistry registry, AppendHealth health) {
        this.registry = registry;
        this.health = health;
        appends = counter("parley.appends", "Items committed, repeats not counted");
        duplicates = counter("parley.append.duplicates", "Repeats answered with what the first try got");
        retries = counter("parley.append.retries", "Transactions that failed and were run again");
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
    public void retried() {
        retries.increment();
    }
}
