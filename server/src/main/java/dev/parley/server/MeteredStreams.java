package dev.parley.server;

import dev.parley.delivery.Notice;
import dev.parley.delivery.Notice.DropReason;
import dev.parley.delivery.Notice.GapReason;
import dev.parley.delivery.StreamObserver;
import dev.parley.kernel.Tier;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/// Streams as meters.
final class MeteredStreams implements StreamObserver {

    private final MeterRegistry registry;
    private final AtomicInteger open = new AtomicInteger();
    private final Counter opened;
    private final Counter catchUps;
    private final Counter delivered;
    private final Counter replayed;
    private final Counter pageReads;
    private final Counter tailReads;
    private final Counter stalled;
    private final Counter slow;

    MeteredStreams(MeterRegistry registry) {
        Gauge.builder("parley.streams", open, AtomicInteger::get)
                .description("Open streams")
                .register(registry);
        opened = counter(registry, "parley.streams.opened", "Streams opened");
        catchUps = counter(registry, "parley.stream.catch.ups", "Times a stream began to read a room from its log");
        delivered = counter(registry, "parley.stream.delivered", "Events written to streams, replayed ones included");
        replayed = counter(registry, "parley.stream.replayed", "Events written before a stream had caught up");
        pageReads = counter(registry, "parley.stream.page.reads", "Pages read from the log for streams that catch up");
        tailReads = counter(registry, "parley.stream.tail.reads", "Looks into the log of a room that has readers");
        stalled = counter(registry, "parley.streams.stalled", "Streams closed because their readers took nothing");
        slow = counter(registry, "parley.streams.slow", "Streams sent away for what they pinned");
        this.registry = registry;
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    @Override
    public void opened() {
        open.incrementAndGet();
        opened.increment();
    }

    @Override
    public void closed() {
        open.decrementAndGet();
    }

    @Override
    public void catchUp() {
        catchUps.increment();
    }

    @Override
    public void gap(GapReason reason) {
        Counter.builder("parley.stream.gaps")
                .description("Cursors that could not be honoured, by reason")
                .tag("reason", Notice.wire(reason))
                .register(registry)
                .increment();
    }

    @Override
    public void delivered(int events, int replay) {
        delivered.increment(events);
        replayed.increment(replay);
    }

    @Override
    public void leftOut(Tier tier, DropReason reason, int count) {
        Counter.builder("parley.stream.left.out")
                .description("Events that streams were told are left out, by tier and reason")
                .tag("tier", tier.wire())
                .tag("reason", Notice.wire(reason))
                .register(registry)
                .increment(count);
    }

    @Override
    public void pageRead() {
        pageReads.increment();
    }

    @Override
    public void tailRead() {
        tailReads.increment();
    }

    @Override
    public void stalled() {
        stalled.increment();
    }

    @Override
    public void slow() {
        slow.increment();
    }
}
