package dev.parley.adapters.web.access;

import java.util.List;
import java.util.function.Supplier;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.HttpHandlerDecoratorFactory;
import org.springframework.security.web.server.WebFilterChainProxy;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebHandler;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;

/// The application as requests for streams see it: every filter there is but Spring Security's, in whose place stands
/// [StreamGuard], which also goes to the routes without the dispatcher.
public final class StreamApplication implements Supplier<HttpHandler> {

    private final HttpHandler handler;

    StreamApplication(
            WebHandler guard,
            List<WebFilter> filters,
            WebExceptionHandler faults,
            HttpHandlerDecoratorFactory tickets) {
        this.handler = WebHttpHandlerBuilder.webHandler(guard)
                .filters(all -> filters.stream()
                        .filter(filter -> !(filter instanceof WebFilterChainProxy))
                        .forEach(all::add))
                .exceptionHandler(faults)
                .httpHandlerDecorator(tickets::apply)
                .build();
    }

    @Override
    public HttpHandler get() {
        return handler;
    }
}
