package dev.parley.server;

import dev.parley.delivery.StreamObserver;
import dev.parley.delivery.Tails;
import dev.parley.kernel.Clock;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendObserver;
import dev.parley.log.RoomTraffic;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// What can be watched of a running server. Each meter has its line in docs/operations.md.
@Configuration(proxyBeanMethods = false)
class MetricsConfiguration {

    @Bean
    PrometheusMeterRegistry meterRegistry() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    @Bean
    AppendHealth appendHealth(Clock clock) {
        return new AppendHealth(clock);
    }

    @Bean
    RoomTraffic roomTraffic(Clock clock) {
        return new RoomTraffic(clock);
    }

    @Bean
    AppendObserver appendObserver(MeterRegistry registry, AppendHealth health, RoomTraffic traffic) {
        return new MeteredAppends(registry, health, traffic);
    }

    @Bean
    StreamObserver streamObserver(MeterRegistry registry) {
        return new MeteredStreams(registry);
    }

    @Bean(destroyMethod = "close")
    JvmGcMetrics gcMetrics() {
        return new JvmGcMetrics();
    }

    /// Binds on creation; a bean only so that it is made once everything it reads is there.
    @Bean
    Gauge appendQueue(MeterRegistry registry, AppendLanes lanes) {
        return Gauge.builder("parley.append.queue.items", lanes, AppendLanes::depth)
                .description("Items that wait or are under way in the append lanes")
                .register(registry);
    }

    @Bean
    MeterBinder deliveryBudget(MeterRegistry registry, Tails tails) {
        var meters = new MeteredBudget(tails.budget());
        meters.bindTo(registry);
        return meters;
    }

    @Bean
    Gauge streamRooms(MeterRegistry registry, Tails tails) {
        return Gauge.builder("parley.stream.rooms", tails, Tails::size)
                .description("Rooms whose newest events are held because streams read them, or did a moment ago")
                .register(registry);
    }

    @Bean
    Gauge offloadedCalls(MeterRegistry registry, VirtualThreadOffload offload) {
        return Gauge.builder("parley.offload.calls", offload, VirtualThreadOffload::underWay)
                .description("Blocking calls under way")
                .register(registry);
    }

    @Bean
    List<MeterBinder> processMeters(MeterRegistry registry, JvmGcMetrics gcMetrics) {
        List<MeterBinder> binders = List.of(
                gcMetrics,
                new JvmMemoryMetrics(),
                new JvmThreadMetrics(),
                new ProcessorMetrics(),
                new FileDescriptorMetrics(),
                new UptimeMetrics());
        binders.forEach(binder -> binder.bindTo(registry));
        return binders;
    }
}
