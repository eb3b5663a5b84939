package dev.parley.simulation.streams;

import dev.parley.delivery.StreamStart;
import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.Outlet;
import dev.parley.log.CommitListener;
import dev.parley.log.spi.RoomLog;
import dev.parley.simulation.VirtualTime;

/// How the parts of a run are connected. As it stands each part meets the other directly; who wants to see the checker
/// find a fault puts it between two of them.
interface StreamWiring {

    StreamWiring STRAIGHT = new StreamWiring() {};

    /// Between a client's cursor and what the node makes of it.
    default StreamStart start(StreamStart asked, LogHistory log) {
        return asked;
    }

    /// Between a node's streams and the log they read.
    default RoomLog log(RoomLog log, VirtualTime time) {
        return log;
    }

    /// Between what was committed and a node's tails.
    default CommitListener listener(CommitListener tails, VirtualTime time) {
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
