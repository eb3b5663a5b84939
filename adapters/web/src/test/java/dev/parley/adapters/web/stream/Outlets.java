package dev.parley.adapters.web.stream;

import dev.parley.adapters.web.StreamServer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// How a reader that is slow is connected.
enum Outlets {
    DOOR(Way.DOOR),
    WEBFLUX(Way.WEBFLUX),
    SOCKET(Way.DOOR);

    private final Way way;

    Outlets(Way way) {
        this.way = way;
    }

    StreamServer start(String... properties) {
        return way.start(properties);
    }

    /// @param after where it goes on; null = with what comes from now on
    SlowClient open(StreamServer server, String token, String room, @Nullable String after) throws IOException {
        return this == SOCKET
                ? SlowClient.overSocket(server.port(), token, room, after)
                : SlowClient.overEvents(server.port(), token, room, after);
    }
}
