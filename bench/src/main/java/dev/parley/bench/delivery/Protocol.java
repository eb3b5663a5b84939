package dev.parley.bench.delivery;

import dev.parley.bench.BenchFailure;
import dev.parley.bench.peer.Access;
import dev.parley.bench.peer.ParleySse;
import dev.parley.bench.peer.ParleyWebSocket;
import dev.parley.bench.stream.RoomNames;
import dev.parley.bench.stream.Target;
import java.net.InetSocketAddress;

/// How Parley's streams are read.
enum Protocol {
    SSE("sse"),
    WEBSOCKET("websocket");

    private final String word;

    Protocol(String word) {
        this.word = word;
    }

    static Protocol of(String word) {
        for (Protocol protocol : values()) {
            if (protocol.word.equals(word)) {
                return protocol;
            }
        }
        throw BenchFailure.cannotRun("--protocol is sse or websocket, not '" + word + "'.");
    }

    /// As on the command line.
    String word() {
        return word;
    }

    Target target(InetSocketAddress server, RoomNames rooms, Access access) {
        return switch (this) {
            case SSE -> new ParleySse(server, rooms, access);
            case WEBSOCKET -> new ParleyWebSocket(server, rooms, access);
        };
    }
}
