package dev.parley.log;

import java.time.Duration;

/// The bounds of the append path.
///
/// @param lanes rooms are hashed to so many lanes, one transaction at a time each; fewer if the store has
///     fewer writers
/// @param batchItems most items of a transaction
/// @param batchBytes most bytes of a transaction (one larger item goes alone)
/// @param queueItems most items that wait in a lane; beyond it callers are refused
/// @param queueBytes most bytes that wait in a lane
/// @param roomItems most items of one room that wait
/// @param heldRooms rooms held by another writer that a lane waits for in a transaction of their own at a time
/// @param deadline how long a caller waits for an answer
public record LaneLimits(
        int lanes,
        int batchItems,
        int batchBytes,
        int queueItems,
        long queueBytes,
        int roomItems,
        int heldRooms,
        Duration deadline) {

    public static final LaneLimits DEFAULT =
            new LaneLimits(4, 500, 1 << 20, 4_096, 8L << 20, 1_024, 2, Duration.ofSeconds(10));
}
