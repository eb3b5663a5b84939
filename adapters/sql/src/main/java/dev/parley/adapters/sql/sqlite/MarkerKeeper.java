package dev.parley.adapters.sql.sqlite;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the marker once a second when something was committed since, and when the store closes. What it
/// writes was committed before, so the marker is ahead of the data only when these are not the same any
/// more.
final class MarkerKeeper implements AutoCloseable {

    private static final Logger logger = LoggerFactory.getLogger(MarkerKeeper.class);

    private final AppendMarker marker;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("parley-sqlite-marker").daemon().factory());
    private volatile StoreCount committed;
    private StoreCount written;

    MarkerKeeper(AppendMarker marker, StoreCount written) {
        this.marker = marker;
        this.committed = written;
        this.written = written;
        timer.scheduleWithFixedDelay(this::writeIfChanged, 1, 1, TimeUnit.SECONDS);
    }

    /// Called by the writer's thread.
    void committed(StoreCount count) {
        committed = count;
    }

    private synchronized void writeIfChanged() {
        var count = committed;
        if (count.equals(written)) {
            return;
        }
        try {
            marker.write(count);
            written = count;
        } catch (IOException e) {
            logger.warn("The marker beside the data cannot be written: {}", e.toString());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        writeIfChanged();
    }
}
