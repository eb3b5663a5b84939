package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.StreamServer;
import java.util.ArrayList;
import java.util.List;

/// How streams are served over HTTP/1. What comes is the same.
enum Way {
    DOOR,
    WEBFLUX;

    StreamServer start(String... properties) {
        var all = new ArrayList<>(List.of(properties));
        all.add("parley.streams=" + name().toLowerCase(java.util.Locale.ROOT));
        return StreamServer.start(all.toArray(String[]::new));
    }
}
