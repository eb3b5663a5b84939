package dev.parley.server;

import dev.parley.fanout.BusFanout;
import dev.parley.fanout.FanoutObserver;
import dev.parley.fanout.spi.Bus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/// What goes over the bus, as meters.
final class MeteredFanout implements FanoutObserver {

    private final MeterRegistry registry;
    private final Counter sentMessages;
    private final Counter sentEvents;
    private final Counter notSent;
    private final Counter receivedMessages;
    private final Counter receivedEvents;
    private final Counter discarded;
    private final Counter signalsSent;
    private final Counter signalsLost;
    private final Counter unreadable;
    private final Counter interrupted;
    private final Counter fellBack;

    MeteredFanout(MeterRegistry registry) {
        this.registry = registry;
        sentMessages = counter("parley.bus.sent.messages", "Messages handed to the bus");
        sentEvents = counter("parley.bus.sent.events", "Events in them");
        notSent = counter("parley.bus.not.sent.events", "Events not handed to the bus");
        receivedMessages = counter("parley.bus.received.messages", "Messages of other nodes");
        receivedEvents = counter("parley.bus.received.events", "Events in them");
        discarded = counter("parley.bus.discarded.events", "Of these, events of rooms that nobody reads here");
        signalsSent = counter("parley.bus.sent.signal.messages", "Messages of signals handed to the bus");
        signalsLost = counter("parley.bus.lost.signals", "Signals not handed to the bus, which nobody keeps");
        unreadable = counter("parley.bus.unreadable.messages", "Messages this version cannot read");
        interrupted = counter("parley.bus.interruptions", "Times the bus may have lost messages");
        fellBack = counter(
                "parley.registry.fallback.rooms", "Rooms whose holders the registry did not tell when it was asked");
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    /// Shows how they are from now on, too.
    void watch(BusFanout fanout, Bus bus) {
        Gauge.builder("parley.bus.subscriptions", fanout, BusFanout::subscriptions)
                .description("Channels this node listens to")
                .register(registry);
        Gauge.builder("parley.bus.connected", bus, there -> there.health().connected() ? 1 : 0)
                .description("Whether the bus is connected")
                .register(registry);
        FunctionCounter.builder(
                        "parley.bus.connections", bus, there -> there.health().connections())
                .description("Connections to the bus there have been")
                .register(registry);
        FunctionCounter.builder(
                        "parley.bus.dropped.messages",
                        bus,
                        there -> there.health().dropped())
                .description("Messages the bus dropped because they were too many")
                .register(registry);
    }

    @Override
    public void sent(int events) {
        sentMessages.increment();
        sentEvents.increment(events);
    }

    @Override
    public void notSent(int events) {
        notSent.increment(events);
    }

    @Override
    public void received(int events, int unwanted) {
        receivedMessages.increment();
        receivedEvents.increment(events);
        discarded.increment(unwanted);
    }

    @Override
    public void signalsSent() {
        signalsSent.increment();
    }

    @Override
    public void signalsLost(int count) {
        signalsLost.increment(count);
    }

    @Override
    public void unreadable() {
        unreadable.increment();
    }

    @Override
    public void interrupted() {
        interrupted.increment();
    }

    @Override
    public void fellBack(int rooms) {
        fellBack.increment(rooms);
    }
}
