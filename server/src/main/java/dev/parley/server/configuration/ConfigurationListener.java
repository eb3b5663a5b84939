package dev.parley.server.configuration;

import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/// Completes the environment with presets and defaults and refuses what does not stand, as soon as all files, variables
/// and arguments are read and before the first log line is written or the first bean made.
public final class ConfigurationListener implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    private final boolean devByDefault;

    /// @param devByDefault whether `auth` is `dev` unless it is set or how tokens are signed is
    public ConfigurationListener(boolean devByDefault) {
        this.devByDefault = devByDefault;
    }

    /// Just before logging, which depends on what is set here.
    @Override
    public int getOrder() {
        return LoggingApplicationListener.DEFAULT_ORDER - 1;
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        new Presets(event.getEnvironment(), devByDefault).apply();
        ConfigurationCheck.check(event.getEnvironment());
    }
}
