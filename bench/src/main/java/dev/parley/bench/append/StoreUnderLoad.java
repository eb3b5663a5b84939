package dev.parley.bench.append;

import dev.parley.bench.load.Row;
import dev.parley.log.spi.RoomLog;
import java.util.function.Consumer;

/// A store as the server would have it, and a second way to look into it.
interface StoreUnderLoad extends AutoCloseable {

    String name();

    /// Which release, and what of its settings matters.
    String version();

    RoomLog log();

    /// How many connections it writes on at once.
    int writers();

    /// Reads all messages of the rooms whose ids begin so, by room and seq, past the store's own code where there is
    /// such
    /// a way.
    void read(String prefix, Consumer<Row> each);

    @Override
    void close();
}
