package dev.parley.adapters.sql;

import dev.parley.adapters.sql.copy.StoreCopy;
import dev.parley.adapters.sql.copy.StoreCopy.Copied;
import dev.parley.log.spi.StoreMover;
import dev.parley.log.spi.StoreUnavailableException;
import java.sql.SQLException;
import java.time.InstantSource;

/// Moves stores from SQLite to PostgreSQL and back.
record SqlStoreMover(CopyEnds ends) implements StoreMover {

    @Override
    public Moved move(String from, String to, boolean restart, Watcher watcher) {
        try (var source = ends.source(from);
                var target = ends.target(to)) {
            var copy = new StoreCopy(source, target, InstantSource.system(), StoreCopy.BATCH_ROWS);
            Copied copied = copy.run(restart, watcher);
            return new Moved(
                    source.place(),
                    target.place(),
                    copied.rows().getOrDefault("room", 0L),
                    copied.rows().getOrDefault("message", 0L),
                    copied.generation());
        } catch (SQLException e) {
            throw new StoreUnavailableException(String.valueOf(e.getMessage()), e);
        }
    }
}
