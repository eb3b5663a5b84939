package dev.parley.adapters.web.wire;

import reactor.netty.http.logging.HttpMessageArgProvider;
import reactor.netty.http.logging.HttpMessageLogFactory;

/// How Reactor Netty shows a message in its log: by its kind alone. The text of a request is a stranger's.
final class DiscreetMessageLog implements HttpMessageLogFactory {

    @Override
    public String trace(HttpMessageArgProvider message) {
        return kind(message);
    }

    @Override
    public String debug(HttpMessageArgProvider message) {
        return kind(message);
    }

    @Override
    public String info(HttpMessageArgProvider message) {
        return kind(message);
    }

    @Override
    public String warn(HttpMessageArgProvider message) {
        return kind(message);
    }

    @Override
    public String error(HttpMessageArgProvider message) {
        return kind(message);
    }

    private static String kind(HttpMessageArgProvider message) {
        return message.httpMessageType().name();
    }
}
