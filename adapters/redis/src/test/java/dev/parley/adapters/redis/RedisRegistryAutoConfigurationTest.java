package dev.parley.adapters.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.cluster.spi.NodeDirectory;
import dev.parley.fanout.spi.RoomHolders;
import dev.parley.presence.spi.PresenceRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class RedisRegistryAutoConfigurationTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RedisRegistryAutoConfiguration.class));

    @Test
    void eachIsThereWhenItIsAskedForAndConnectsToNothingYet() {
        String nowhere = "parley.redis.url=redis://user:secret@127.0.0.1:1";
        application
                .withPropertyValues("parley.presence=redis", "parley.nodes=sql", nowhere)
                .run(context -> assertThat(context)
                        .hasSingleBean(PresenceRegistry.class)
                        .doesNotHaveBean(NodeDirectory.class));
        application
                .withPropertyValues("parley.presence=sql", "parley.nodes=redis", nowhere)
                .run(context ->
                        assertThat(context).hasSingleBean(NodeDirectory.class).doesNotHaveBean(PresenceRegistry.class));
    }

    @Test
    void theHoldersOfRoomsAreThereForTheModeThatAsksForThem() {
        String[] registry = {"parley.presence=redis", "parley.nodes=redis", "parley.redis.url=redis://127.0.0.1:1"};
        application
                .withPropertyValues(registry)
                .run(context -> assertThat(context).doesNotHaveBean(RoomHolders.class));
        application
                .withPropertyValues(registry)
                .withPropertyValues("parley.fanout=registry")
                .run(context -> assertThat(context).hasSingleBean(RoomHolders.class));
    }

    @Test
    void aServerWithoutEitherMakesNoClient() {
        application
                .withPropertyValues("parley.presence=sql", "parley.nodes=sql", "parley.bus=redis")
                .run(context -> assertThat(context).doesNotHaveBean(RedisCalls.class));
    }
}
