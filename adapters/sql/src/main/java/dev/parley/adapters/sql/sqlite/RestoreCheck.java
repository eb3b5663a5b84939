package dev.parley.adapters.sql.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Compares the data with the marker at start, before anybody reads or writes: data behind their marker
/// were restored from a copy, and cursors into what is gone must not be taken for valid.
final class RestoreCheck {

    private static final Logger logger = LoggerFactory.getLogger(RestoreCheck.class);

    private final AppendMarker marker;

    RestoreCheck(AppendMarker marker) {
        this.marker = marker;
    }

    /// @return what store and marker both say afterwards
    StoreCount run(Connection connection) throws SQLException {
        try {
            var stored = new StoreRow(connection).read();
            var settled = new StoreCount(generation(stored), stored.appends());
            if (!settled.equals(stored)) {
                raise(connection, settled.generation());
            }
            marker.write(settled);
            return settled;
        } catch (IOException e) {
            throw new UncheckedIOException("the marker beside the data cannot be used", e);
        }
    }

    private long generation(StoreCount stored) throws IOException {
        if (!marker.exists()) {
            return stored.appends() == 0 ? stored.generation() : raised(stored, "has no marker", stored.generation());
        }
        var marked = marker.read();
        if (marked.isEmpty()) {
            return raised(stored, "has a marker that cannot be read", stored.generation());
        }
        boolean ahead =
                marked.get().appends() > stored.appends() || marked.get().generation() > stored.generation();
        return ahead ? raised(stored, "is behind its marker", marked.get().generation()) : stored.generation();
    }

    /// Above both, because epochs of the lost stretch must not come again.
    private static long raised(StoreCount stored, String why, long marked) {
        long generation = Math.max(stored.generation(), marked) + 1;
        logger.warn(
                "THE STORE {}: it seems to have been restored from a copy. Its generation rises from {} to {};"
                        + " clients are told to load their rooms anew.",
                why,
                stored.generation(),
                generation);
        return generation;
    }

    private static void raise(Connection connection, long generation) throws SQLException {
        try (var update = connection.prepareStatement("update store set generation = ?")) {
            update.setLong(1, generation);
            update.executeUpdate();
        }
    }
}
