package dev.parley.delivery;

import java.util.ArrayDeque;
import java.util.Queue;

/// What a stream that keeps up is told beside its events, with its next write: at most [#MOST], further ones
/// are left out. Touched on the stream's lane only.
final class Asides {

    static final int MOST = 128;

    /// Something to be told.
    @FunctionalInterface
    interface Aside {
        void write(Slice slice);
    }

    private final Queue<Aside> waiting = new ArrayDeque<>(2);

    void add(Aside aside) {
        if (waiting.size() < MOST) {
            waiting.add(aside);
        }
    }

    /// As much as goes into one write; the rest is for the next one.
    void writeTo(Slice slice) {
        while (!waiting.isEmpty() && slice.size() < Slice.MAX_BYTES) {
            waiting.remove().write(slice);
        }
    }

    boolean none() {
        return waiting.isEmpty();
    }
}
