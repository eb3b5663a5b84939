package dev.parley.simulation.streams;

import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.Outlet;
import dev.parley.log.CommitListener;
import dev.parley.log.spi.RoomLog;

/// How the parts of a run are connected. As it stands each part meets the other directly; who wants to see the checker
/// find a fault puts it between two of them.
interface StreamWiring {

    StreamWiring STRAIGHT = new StreamWiring() {};

    /// Between a node's streams and the log they read.
    default RoomLog log(RoomLog log) {
        return log;
    }

    /// Between what was committed and a node's tails.
    default CommitListener listener(CommitListener tails) {
        return tails;
    }

    default Framing framing(Framing framing) {
        return framing;
    }

    /// Between a stream and its connection.
    default Outlet outlet(Outlet outlet) {
        return outlet;
    }
}
