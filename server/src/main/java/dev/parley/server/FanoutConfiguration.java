package dev.parley.server;

import dev.parley.fanout.BusFanout;
import dev.parley.fanout.Fanout;
import dev.parley.fanout.FanoutMode;
import dev.parley.fanout.RegistryFallback;
import dev.parley.fanout.spi.Bus;
import dev.parley.fanout.spi.RoomHolders;
import dev.parley.kernel.Clock;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Timers;
import dev.parley.server.configuration.ConfigurationKey;
import dev.parley.server.configuration.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

/// How this server hears of others: not at all, or over the bus that an adapter has registered.
@Configuration(proxyBeanMethods = false)
class FanoutConfiguration {

    private static final String LOCAL = "local";

    private static boolean local(ConditionContext context) {
        return LOCAL.equals(context.getEnvironment().getProperty(ConfigurationKey.FANOUT.key(), LOCAL));
    }

    private static final class Alone implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return local(context);
        }
    }

    private static final class OverBus implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !local(context);
        }
    }

    @Bean
    @Conditional(Alone.class)
    Fanout localFanout() {
        return Fanout.LOCAL;
    }

    @Bean
    @Conditional(OverBus.class)
    MeteredFanout fanoutObserver(MeterRegistry registry) {
        return new MeteredFanout(registry);
    }

    @Bean(destroyMethod = "")
    @Conditional(OverBus.class)
    BusFanout busFanout(
            NodeId self,
            Bus bus,
            Clock clock,
            Timers timers,
            @Qualifier("mailboxes") ExecutorService mailboxes,
            RandomGenerator random,
            Settings settings,
            MeteredFanout observer,
            ObjectProvider<RoomHolders> holders,
            Offload offload) {
        BusFanout fanout = switch (mode(settings)) {
            case FanoutMode.Registry registry ->
                BusFanout.overRegistry(
                        self, registry, holders.getObject(), offload, bus, clock, timers, mailboxes, random, observer);
            case FanoutMode mode -> new BusFanout(self, mode, bus, clock, timers, mailboxes, random, observer);
        };
        observer.watch(fanout, bus);
        return fanout;
    }

    private static FanoutMode mode(Settings settings) {
        String mode = settings.value(ConfigurationKey.FANOUT).orElseThrow();
        return switch (mode) {
            case "broadcast" -> new FanoutMode.Broadcast();
            case "rooms" -> new FanoutMode.Rooms();
            case "sharded" ->
                new FanoutMode.Sharded(Integer.parseInt(
                        settings.value(ConfigurationKey.SHARDED_CHANNELS).orElseThrow()));
            case "registry" ->
                new FanoutMode.Registry(RegistryFallback.valueOf(settings.value(ConfigurationKey.REGISTRY_FALLBACK)
                        .orElseThrow()
                        .toUpperCase(Locale.ROOT)));
            default -> throw new IllegalStateException("no such mode: " + mode);
        };
    }

    @Bean
    @Conditional(OverBus.class)
    FanoutStop fanoutStop(BusFanout fanout) {
        return new FanoutStop(fanout);
    }
}
