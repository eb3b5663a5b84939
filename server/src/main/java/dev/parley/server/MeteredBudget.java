package dev.parley.server;

import dev.parley.delivery.DeliveryBudget;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/// What delivery holds in memory, read when somebody looks.
record MeteredBudget(DeliveryBudget budget) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        part(registry, "tails", DeliveryBudget::tails);
        part(registry, "pages", DeliveryBudget::pages);
        part(registry, "pinned", DeliveryBudget::pinned);
        Gauge.builder("parley.delivery.memory.limit.bytes", budget, DeliveryBudget::limit)
                .description("What tails, pages and pinned buffers may take together")
                .register(registry);
        Gauge.builder("parley.delivery.connection.most.bytes", budget, DeliveryBudget::mostOfAConnection)
                .description("The most that one connection has pinned so far")
                .register(registry);
        FunctionCounter.builder("parley.delivery.tails.shrunk", budget, DeliveryBudget::shrinks)
                .description("Times a tail gave way to something else")
                .register(registry);
    }

    private void part(MeterRegistry registry, String name, ToDoubleFunction<DeliveryBudget> bytes) {
        Gauge.builder("parley.delivery.memory.bytes", budget, bytes)
                .description("What delivery holds in memory, by part")
                .tag("part", name)
                .register(registry);
    }
}
