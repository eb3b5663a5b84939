package dev.parley.server;

import dev.parley.kernel.StartRefusedException;
import dev.parley.log.spi.StoreNotOpenedException;
import dev.parley.server.configuration.ConfigurationRefusedException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.annotation.Order;
import reactor.netty.ChannelBindException;

/// Says in one sentence why the server does not start, when the reason lies outside it. Everything else is reported by
/// Spring Boot, with its stack trace.
@Order(0)
public final class OneSentenceReporter implements SpringBootExceptionReporter {

    /// Called by Spring Boot, which hands over the context, null before there is one.
    OneSentenceReporter(@Nullable ConfigurableApplicationContext context) {}

    @Override
    public boolean reportException(Throwable failure) {
        Optional<String> sentence = sentence(failure);
        sentence.ifPresent(said -> System.err.println("parley: " + said));
        return sentence.isPresent();
    }

    /// The sentence for a failure, if it is of the kind that needs no stack trace.
    public static Optional<String> sentence(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String said = said(cause);
            if (said != null) {
                return Optional.of(said);
            }
        }
        return Optional.empty();
    }

    private static @Nullable String said(Throwable cause) {
        return switch (cause) {
            case ConfigurationRefusedException refused -> refused.getMessage();
            case PortInUseException inUse ->
                "Port " + inUse.getPort()
                        + " is in use by another program; choose another one, for example with --server.port=9000.";
            case ChannelBindException bind ->
                "The server cannot listen on port " + bind.localPort() + " of " + bind.localHost()
                        + " (server.port, server.address): "
                        + Objects.requireNonNullElse(bind.getCause(), bind).getMessage()
                        + ".";
            case StoreNotOpenedException store -> store.getMessage();
            case StartRefusedException part -> part.getMessage();
            default -> null;
        };
    }
}
