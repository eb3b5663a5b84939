package dev.parley.adapters.web.http;

import java.util.Map;
import java.util.TreeMap;
import reactor.core.publisher.Mono;

/// An address and what its methods do.
///
/// @param path with variables in braces
/// @param kind who may ask, and for what
/// @param methods the endpoints by method, without HEAD and OPTIONS, which follow from them
public record Route(String path, Kind kind, Map<String, Endpoint> methods) {

    /// Answers a call; may throw a problem instead.
    @FunctionalInterface
    public interface Endpoint {
        Mono<? extends Outgoing> answer(Call call);
    }

    /// Who may ask at an address, and for what.
    public enum Kind {
        /// With credentials, for JSON.
        API,
        /// With credentials, for a stream of events, whatever the client says it accepts.
        STREAM,
        /// Anybody, for anything.
        OPEN
    }

    /// A group of addresses.
    @FunctionalInterface
    public interface Group {
        Iterable<Route> routes();
    }

    public static Route to(String path) {
        return new Route(path, Kind.API, Map.of());
    }

    public static Route streamFrom(String path) {
        return new Route(path, Kind.STREAM, Map.of());
    }

    public static Route openTo(String path) {
        return new Route(path, Kind.OPEN, Map.of());
    }

    public Route get(Endpoint endpoint) {
        return on("GET", endpoint);
    }

    public Route post(Endpoint endpoint) {
        return on("POST", endpoint);
    }

    public Route put(Endpoint endpoint) {
        return on("PUT", endpoint);
    }

    public Route patch(Endpoint endpoint) {
        return on("PATCH", endpoint);
    }

    public Route delete(Endpoint endpoint) {
        return on("DELETE", endpoint);
    }

    private Route on(String method, Endpoint endpoint) {
        var all = new TreeMap<>(methods);
        all.put(method, endpoint);
        return new Route(path, kind, all);
    }

    /// For the header of that name.
    String allow() {
        String allowed = String.join(", ", methods.keySet()) + ", OPTIONS";
        return methods.containsKey("GET") ? allowed + ", HEAD" : allowed;
    }
}
