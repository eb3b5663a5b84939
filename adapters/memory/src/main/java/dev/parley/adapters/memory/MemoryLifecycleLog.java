package dev.parley.adapters.memory;

import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.LifecyclePage;
import dev.parley.lifecycle.OnlineUser;
import dev.parley.lifecycle.spi.LifecycleLog;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The lifecycle log of a [MemoryStore]. It keeps 200,000 rows at most, whatever it is told to keep.
public final class MemoryLifecycleLog implements LifecycleLog {

    private final MemoryStore store;

    public MemoryLifecycleLog(MemoryStore store) {
        this.store = store;
    }

    @Override
    public void append(List<LifecycleEntry> entries) {
        if (entries.size() > MOST_ROWS
                || entries.stream().anyMatch(entry -> !entry.kind().ofSession())) {
            throw new IllegalArgumentException("at most " + MOST_ROWS + " entries, all about sessions");
        }
        synchronized (store) {
            long now = store.now().millis();
            entries.forEach(entry -> store.lifecycle.append(entry, now));
        }
    }

    @Override
    public LifecyclePage read(@Nullable Long after, int limit) {
        synchronized (store) {
            return store.lifecycle.read(after, limit);
        }
    }

    @Override
    public List<OnlineUser> online(@Nullable OnlineUser after, int limit) {
        synchronized (store) {
            return store.lifecycle.online(after, limit);
        }
    }

    @Override
    public int trim(Duration keep, long most) {
        synchronized (store) {
            return store.lifecycle.trim(keep, most, MOST_ROWS, store.now().millis());
        }
    }
}
