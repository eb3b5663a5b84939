package dev.parley.delivery;

import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.PassBuffers;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Timers;
import dev.parley.room.RoomRules;
import java.util.random.RandomGenerator;

/// All streams that are open on this node, by the lanes they live on and by their sessions.
public final class Streams {

    /// @param random safe for use by several threads
    public Streams(
            Tails tails,
            RoomRules rules,
            Framing framing,
            PassBuffers buffers,
            Clock clock,
            Timers timers,
            RandomGenerator random,
            StreamSettings settings,
            StreamObserver observer) {}
}
