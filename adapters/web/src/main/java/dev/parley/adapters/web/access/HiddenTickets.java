package dev.parley.adapters.web.access;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.HttpHandlerDecoratorFactory;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/// Takes tickets out of addresses before anything else sees them: the frameworks write addresses into log lines and
/// into the traces of errors, and a ticket there would open a stream for whoever reads them.
final class HiddenTickets implements HttpHandlerDecoratorFactory {

    private static final String PARAMETER = "ticket";

    @Override
    public HttpHandler apply(HttpHandler handler) {
        return (request, response) -> handler.handle(hide(request), response);
    }

    private static ServerHttpRequest hide(ServerHttpRequest request) {
        return request.getURI().getRawQuery() != null
                        && request.getQueryParams().containsKey(PARAMETER)
                ? new WithoutTicket(request)
                : request;
    }

    /// The tickets that came with a request; a proper one has one at most.
    static List<String> of(ServerHttpRequest request) {
        ServerHttpRequest at = request;
        while (at instanceof ServerHttpRequestDecorator decorator) {
            if (decorator instanceof WithoutTicket hidden) {
                return hidden.tickets;
            }
            at = decorator.getDelegate();
        }
        return List.of();
    }

    private static final class WithoutTicket extends ServerHttpRequestDecorator {

        private final List<String> tickets;
        private final URI uri;
        private final MultiValueMap<String, String> parameters;

        WithoutTicket(ServerHttpRequest request) {
            super(request);
            this.tickets = request.getQueryParams().getOrDefault(PARAMETER, List.of()).stream()
                    .map(value -> value == null ? "" : value)
                    .toList();
            this.uri = without(request.getURI());
            this.parameters = new LinkedMultiValueMap<>(request.getQueryParams());
            parameters.remove(PARAMETER);
        }

        private static URI without(URI uri) {
            String whole = uri.toString();
            String rest = Arrays.stream(uri.getRawQuery().split("&"))
                    .filter(part -> !name(part).equals(PARAMETER))
                    .collect(Collectors.joining("&"));
            String address = whole.substring(0, whole.indexOf('?'));
            return URI.create(rest.isEmpty() ? address : address + "?" + rest);
        }

        private static String name(String part) {
            int equals = part.indexOf('=');
            return URLDecoder.decode(equals < 0 ? part : part.substring(0, equals), StandardCharsets.UTF_8);
        }

        @Override
        public URI getURI() {
            return uri;
        }

        @Override
        public MultiValueMap<String, String> getQueryParams() {
            return parameters;
        }
    }
}
