package dev.parley.server.commands;

import dev.parley.server.KeyConfiguration;
import dev.parley.server.OneSentenceReporter;
import dev.parley.server.ServerConfiguration;
import dev.parley.server.configuration.ConfigurationListener;
import dev.parley.server.configuration.EffectiveConfiguration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Starts Spring Boot: a whole server, or the few parts a command asks for. Both read the same configuration.
final class Boot {

    /// What a command may ask for. All of it is lazy: nothing is opened that is not asked for.
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(KeyConfiguration.class)
    static class Parts {}

    private Boot() {}

    /// Returns once the server answers; it ends with its process.
    ///
    /// @param devByDefault see [ConfigurationListener]
    static ConfigurableApplicationContext server(boolean devByDefault, List<String> args) {
        Arguments arguments = Arguments.parse(args, Set.of());
        arguments.requireWords();
        var application = new SpringApplication(ServerConfiguration.class);
        application.addListeners(new ConfigurationListener(devByDefault));
        application.addInitializers(new EffectiveConfiguration());
        return run(application, arguments);
    }

    /// Does something with parts of a server and closes them again.
    static void with(Arguments arguments, Consumer<ConfigurableApplicationContext> work) {
        var application = new SpringApplication(Parts.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLazyInitialization(true);
        // What a command prints is its result: levels of single loggers must not let a line through.
        application.setDefaultProperties(Map.of("logging.level.root", "off", "logging.threshold.console", "off"));
        application.addListeners(new ConfigurationListener(true));
        try (ConfigurableApplicationContext context = run(application, arguments)) {
            work.accept(context);
        } catch (AlreadyToldException | CommandFailedException e) {
            throw e;
        } catch (RuntimeException e) {
            throw OneSentenceReporter.sentence(e)
                    .map(CommandFailedException::new)
                    .orElseThrow(() -> e);
        }
    }

    private static ConfigurableApplicationContext run(SpringApplication application, Arguments arguments) {
        try {
            return application.run(arguments.properties().toArray(String[]::new));
        } catch (RuntimeException e) {
            throw new AlreadyToldException(e);
        }
    }
}
