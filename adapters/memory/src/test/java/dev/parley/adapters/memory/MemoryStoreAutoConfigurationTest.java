package dev.parley.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.log.spi.RoomLog;
import dev.parley.log.spi.StoreGeneration;
import dev.parley.room.spi.RoomReader;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class MemoryStoreAutoConfigurationTest {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(MemoryStoreAutoConfiguration.class));

    @Test
    void theStoreInMemoryOffersAllItsPorts() {
        application
                .withPropertyValues("parley.store=memory")
                .run(context -> assertThat(context)
                        .hasSingleBean(RoomLog.class)
                        .hasSingleBean(RoomReader.class)
                        .hasSingleBean(StoreGeneration.class));
    }

    @Test
    void anotherStoreKeepsItOut() {
        application
                .withPropertyValues("parley.store=sqlite")
                .run(context -> assertThat(context).doesNotHaveBean(RoomLog.class));
        application.run(context -> assertThat(context).doesNotHaveBean(RoomLog.class));
    }

    @Test
    void eachStartHasANewGeneration() {
        long before = System.currentTimeMillis();

        application
                .withPropertyValues("parley.store=memory")
                .run(context -> assertThat(
                                context.getBean(StoreGeneration.class).current())
                        .isBetween(before, System.currentTimeMillis()));
    }
}
