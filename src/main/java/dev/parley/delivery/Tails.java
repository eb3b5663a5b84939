package dev.parley.delivery;

import dev.parley.kernel.Clock;
import dev.parley.kernel.Event;
import dev.parley.kernel.Offload;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.log.CommitListener;
import dev.parley.log.Retention;
import dev.parley.log.spi.RoomLog;
import dev.parley.room.spi.RoomReader;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/// The newest stretch of the log of each room that somebody reads through this node.
public final class Tails implements CommitListener {

    /// @param offload for reading the log
    /// @param executor where a tail goes on when the thread that told it something has done its share
    /// @param random safe for use by several threads
    public Tails(
            RoomLog log,
            RoomReader reader,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor executor,
            RandomGenerator random,
            TailSettings settings,
            StreamObserver observer) {}

    /// Begins the periodic checks; call once.
    public void start() {}

    @Override
    public void committed(RoomId room, Retention retention, List<Event> events) {}
}
