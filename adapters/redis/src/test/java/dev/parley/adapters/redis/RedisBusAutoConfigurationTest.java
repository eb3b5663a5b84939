package dev.parley.adapters.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.fanout.spi.Bus;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class RedisBusAutoConfigurationTest {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RedisBusAutoConfiguration.class));

    @Test
    void theBusIsThereWhenItIsAskedForAndConnectsToNothingYet() {
        application
                .withPropertyValues("parley.bus=redis", "parley.redis.url=redis://user:secret@127.0.0.1:1")
                .run(context -> {
                    assertThat(context).hasSingleBean(Bus.class);
                    assertThat(context.getBean(Bus.class).health().connections())
                            .isZero();
                    assertThat(context.getBean(Bus.class).health().reason()).isNull();
                    assertThat(context.getBean(RedisProperties.class).toString())
                            .doesNotContain("secret");
                    assertThat(context.getBean(RedisProperties.class).pubsub()).isEqualTo(PubSub.CLASSIC);
                });
    }

    @Test
    void itsWayIsChosenByItsOwnKey() {
        application
                .withPropertyValues("parley.bus=redis", "parley.redis.pubsub=sharded")
                .run(context -> assertThat(
                                context.getBean(RedisProperties.class).pubsub())
                        .isEqualTo(PubSub.SHARDED));
    }

    @Test
    void aServerWithoutThisBusMakesNone() {
        for (String bus : new String[] {"parley.bus=none", "parley.bus=nats", "parley.store=sqlite"}) {
            application
                    .withPropertyValues(bus)
                    .run(context ->
                            assertThat(context).doesNotHaveBean(Bus.class).doesNotHaveBean(RedisProperties.class));
        }
    }
}
