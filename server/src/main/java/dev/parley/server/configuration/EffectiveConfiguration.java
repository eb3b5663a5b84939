package dev.parley.server.configuration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/// Logs the configuration in force, one line a key, and sees to the data folder before the first bean is made.
public final class EffectiveConfiguration implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Logger log = LoggerFactory.getLogger(EffectiveConfiguration.class);

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Settings settings = Settings.of(context.getEnvironment());
        for (ConfigurationKey key : ConfigurationKey.values()) {
            if (settings.has(key)) {
                log.info("{}", settings.shown(key));
            }
        }
        settings.typeLines().forEach(line -> log.info("{}", line));
        if (DataFolder.isUsed(settings)) {
            prepareFolder(settings);
        }
    }

    private static void prepareFolder(Settings settings) {
        if (DataFolder.prepare(settings)) {
            log.info("Made the data folder {}; what is in it is the server's to keep", DataFolder.path(settings));
        } else if (DataFolder.isOpen(settings)) {
            log.warn(
                    "Other users of this machine can get into the data folder {}, where all messages are: chmod 700 it",
                    DataFolder.path(settings));
        }
    }
}
