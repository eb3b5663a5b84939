package dev.parley.server;

import dev.parley.access.spi.TokenIssuer;
import dev.parley.kernel.SettingReporter;
import dev.parley.server.configuration.Settings;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/// A server: the core, its meters, and what the adapters on the class path register.
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(
        exclude = {
            AopAutoConfiguration.class,
            TaskExecutionAutoConfiguration.class,
            TaskSchedulingAutoConfiguration.class
        })
@Import({
    KeyConfiguration.class,
    CoreConfiguration.class,
    NodeConfiguration.class,
    FanoutConfiguration.class,
    PresenceConfiguration.class,
    MetricsConfiguration.class,
    SignalConfiguration.class
})
public class ServerConfiguration {

    @Bean
    SettingReporter settingReporter(Settings settings) {
        return settings::shown;
    }

    @Bean
    Greeting greeting(Settings settings, Environment environment, ObjectProvider<TokenIssuer> issuer) {
        return new Greeting(settings, environment, issuer);
    }
}
