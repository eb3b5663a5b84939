package dev.parley.bench.rest;

import dev.parley.adapters.web.http.Reply;
import dev.parley.adapters.web.http.RequestBody;
import dev.parley.adapters.web.http.Route;
import dev.parley.adapters.web.json.MessageReader;
import dev.parley.server.ServerConfiguration;
import dev.parley.server.configuration.ConfigurationListener;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The server as it is, with one route more: what it costs to take a message without keeping it. The route has the
/// security of all others and reads the body as publishing does.
public final class DiscardServer {

    /// Of the same length as the address of a room's messages.
    static final String ADDRESS = "/v1/rooms/{room}/discards";

    private DiscardServer() {}

    public static void main(String[] args) {
        var application = new SpringApplication(ServerConfiguration.class, DiscardRoute.class);
        application.addListeners(new ConfigurationListener(false));
        application.run(args);
    }

    @Configuration(proxyBeanMethods = false)
    static class DiscardRoute {

        @Bean
        Route.Group discards() {
            var route = Route.to(ADDRESS)
                    .post(call -> RequestBody.json(call, RequestBody.ONE_MESSAGE)
                            .map(body -> {
                                MessageReader.read(body, null);
                                return Reply.empty(204);
                            }));
            return () -> List.of(route);
        }
    }
}
