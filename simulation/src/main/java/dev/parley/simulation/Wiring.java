package dev.parley.simulation;

import dev.parley.kernel.Offload;
import dev.parley.log.CommitListener;
import dev.parley.log.spi.RoomLog;
import java.util.function.Consumer;

/// How the parts of a run are connected. As it stands each part meets the other directly; who wants to see the checker
/// find a fault puts it between two of them.
public interface Wiring {

    Wiring STRAIGHT = new Wiring() {};

    /// Between the store and what records its commits.
    default RoomLog store(RoomLog store) {
        return store;
    }

    /// Between a node and its way to the store.
    default RoomLog log(RoomLog log, VirtualTime time) {
        return log;
    }

    default Offload offload(Offload offload) {
        return offload;
    }

    /// Between a node's lanes and those who want to know what was committed.
    default CommitListener listener(CommitListener listener) {
        return listener;
    }

    /// Between a node and its client.
    default <A> Consumer<A> answer(Consumer<A> client) {
        return client;
    }
}
