package dev.parley.server;

import dev.parley.access.AccessPolicy;
import dev.parley.delivery.SignalHub;
import dev.parley.delivery.Streams;
import dev.parley.fanout.BusFanout;
import dev.parley.fanout.SignalRelay;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Timers;
import dev.parley.room.RoomRules;
import dev.parley.usecase.Signalling;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ExecutorService;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// What is told beside the log.
@Configuration(proxyBeanMethods = false)
class SignalConfiguration {

    @Bean(initMethod = "start")
    SignalHub signalHub(
            Streams streams,
            ObjectProvider<BusFanout> fanout,
            Clock clock,
            Timers timers,
            @Qualifier("mailboxes") ExecutorService mailboxes,
            MeterRegistry registry) {
        BusFanout others = fanout.getIfAvailable();
        SignalRelay relay = others == null ? SignalRelay.NONE : others.signals();
        return new SignalHub(streams, relay, clock, timers, mailboxes, new MeteredSignals(registry));
    }

    @Bean
    Signalling signalling(RoomRules rules, AccessPolicy policy, SignalHub hub) {
        return new Signalling(rules, policy, hub);
    }
}
