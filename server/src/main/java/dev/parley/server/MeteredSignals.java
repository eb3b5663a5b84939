package dev.parley.server;

import dev.parley.delivery.SignalObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/// Signals as meters.
final class MeteredSignals implements SignalObserver {

    private final Counter told;
    private final Counter dropped;

    MeteredSignals(MeterRegistry registry) {
        told = Counter.builder("parley.signals.told")
                .description("Signals told to this node's streams, counted once each, as they are after merging")
                .register(registry);
        dropped = Counter.builder("parley.signals.dropped")
                .description("Signals told to nobody: newer ones took their place, they came too late, or a bound held")
                .register(registry);
    }

    @Override
    public void told(int signals) {
        told.increment(signals);
    }

    @Override
    public void dropped(int signals) {
        dropped.increment(signals);
    }
}
