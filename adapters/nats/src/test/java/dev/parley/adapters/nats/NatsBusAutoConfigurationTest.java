package dev.parley.adapters.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fanout.spi.Bus;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class NatsBusAutoConfigurationTest {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(NatsBusAutoConfiguration.class));

    @Test
    void theBusIsThereWhenItIsAskedForAndConnectsToNothingYet() {
        application
                .withPropertyValues("parley.bus=nats", "parley.nats.url=nats://user:secret@127.0.0.1:1")
                .run(context -> {
                    assertThat(context).hasSingleBean(Bus.class);
                    assertThat(context.getBean(Bus.class).health().connections())
                            .isZero();
                    assertThat(context.getBean(Bus.class).health().reason()).isNull();
                    assertThat(context.getBean(NatsProperties.class).toString()).doesNotContain("secret");
                });
    }

    @Test
    void aServerWithoutThisBusMakesNone() {
        for (String bus : new String[] {"parley.bus=none", "parley.bus=redis", "parley.store=sqlite"}) {
            application
                    .withPropertyValues(bus)
                    .run(context ->
                            assertThat(context).doesNotHaveBean(Bus.class).doesNotHaveBean(NatsProperties.class));
        }
    }
}
