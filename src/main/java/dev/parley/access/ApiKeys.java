package dev.parley.access;

import dev.parley.access.spi.ApiKeyStore;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds backends by their keys. It holds all keys there are and reads them anew while they are asked for, once a
/// [#REFRESH], so that strangers who try keys cost the store nothing. What it says is at most [#STALE] old, and the
/// time of one read: so soon a key that was taken back is refused, and a new one good. Any thread.
public final class ApiKeys {

    static final Duration STALE = Duration.ofSeconds(1);
    static final Duration REFRESH = Duration.ofMillis(500);

    /// Requests that wait for a read; beyond it they are told to come again.
    static final int MAX_WAITING = 1_024;

    private static final Logger log = LoggerFactory.getLogger(ApiKeys.class);

    /// What is known about a key.
    public sealed interface Found {}

    public record Known(Principal principal) implements Found {}

    public record Unknown() implements Found {}

    /// The store cannot be asked now.
    public record Unavailable() implements Found {}

    private record Snapshot(Map<KeyHash, Principal> principals, long takenAt) {

        Found find(KeyHash key) {
            Principal principal = principals.get(key);
            return principal == null ? new Unknown() : new Known(principal);
        }
    }

    private sealed interface Message {}

    private record Wanted(KeyHash key, Consumer<Found> answer) implements Message {}

    private record Refresh() implements Message {}

    private record Loaded(Offload.Result<List<ApiKey>> result, long begunAt) implements Message {}

    private final ApiKeyStore store;
    private final Offload offload;
    private final Clock clock;
    private final Mailbox<Message> mailbox;

    private volatile @Nullable Snapshot snapshot;
    private boolean loading;
    private List<Wanted> waiting = new ArrayList<>();

    public ApiKeys(ApiKeyStore store, Offload offload, Clock clock, Executor executor) {
        this.store = store;
        this.offload = offload;
        this.clock = clock;
        this.mailbox = new Mailbox<>(executor, this::handle);
    }

    /// What is known without asking the store; null when it has to be asked.
    public @Nullable Found known(KeyHash key) {
        Snapshot current = snapshot;
        if (current == null || older(current, STALE)) {
            return null;
        }
        if (older(current, REFRESH)) {
            mailbox.tell(new Refresh());
        }
        return current.find(key);
    }

    /// @param answer on any thread, soon; must not block
    public void find(KeyHash key, Consumer<Found> answer) {
        Found known = known(key);
        if (known == null) {
            mailbox.tell(new Wanted(key, answer));
        } else {
            answer.accept(known);
        }
    }

    private boolean older(Snapshot current, Duration age) {
        return clock.nanos() - current.takenAt() >= age.toNanos();
    }

    private void handle(Message message) {
        switch (message) {
            case Wanted wanted -> wanted(wanted);
            case Refresh _ -> refresh();
            case Loaded(var result, var begunAt) -> loaded(result, begunAt);
        }
    }

    private void wanted(Wanted wanted) {
        Snapshot current = snapshot;
        if (current != null && !older(current, STALE)) {
            wanted.answer().accept(current.find(wanted.key()));
        } else if (waiting.size() >= MAX_WAITING) {
            wanted.answer().accept(new Unavailable());
        } else {
            waiting.add(wanted);
            load();
        }
    }

    private void refresh() {
        Snapshot current = snapshot;
        if (current == null || older(current, REFRESH)) {
            load();
        }
    }

    private void load() {
        if (!loading) {
            loading = true;
            long now = clock.nanos();
            offload.run(store::all, result -> mailbox.tell(new Loaded(result, now)));
        }
    }

    private void loaded(Offload.Result<List<ApiKey>> result, long begunAt) {
        loading = false;
        List<Wanted> answered = waiting;
        waiting = new ArrayList<>();
        switch (result) {
            case Done<List<ApiKey>>(var keys) -> {
                var current = new Snapshot(byHash(keys), begunAt);
                snapshot = current;
                answered.forEach(wanted -> wanted.answer().accept(current.find(wanted.key())));
            }
            case Failed<List<ApiKey>>(var cause) -> {
                log.warn("The API keys could not be read: {}", cause.toString());
                answered.forEach(wanted -> wanted.answer().accept(new Unavailable()));
            }
        }
    }

    private static Map<KeyHash, Principal> byHash(List<ApiKey> keys) {
        Map<KeyHash, Principal> byHash = new HashMap<>();
        keys.forEach(key -> byHash.put(key.hash(), key.principal()));
        return Map.copyOf(byHash);
    }
}
