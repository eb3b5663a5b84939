package dev.parley.fleet;

import java.time.Duration;

/// One process of the fleet and the port of 127.0.0.1 it listens on.
///
/// @param ask asks it to end, in the way that is orderly for it
record Part(Child child, int port, Runnable ask) {

    private static final Duration START_DEADLINE = Duration.ofSeconds(60);

    static Part of(Child child, int port) {
        return new Part(child, port, child::terminate);
    }

    String name() {
        return child.name();
    }

    void awaitListening() {
        child.await(() -> Ports.listens(port), START_DEADLINE);
    }
}
