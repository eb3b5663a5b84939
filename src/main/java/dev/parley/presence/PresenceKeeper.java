package dev.parley.presence;

import dev.parley.kernel.Clock;
import dev.parley.kernel.HealthReporter;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.presence.OwnSessions.Telling;
import dev.parley.presence.spi.PresenceRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the registry which sessions this node holds. Any thread; nothing waits for it.
///
/// What is open is wanted in the registry; what the registry was told is followed per session and room.
/// Changes go out at once while no call is under way, else with the next one: the call under way is the
/// window in which they gather. A call that failed is repeated about a second later. The registry is asked
/// once a second whether it still knows what it knew, and about [#CHECKED] sessions in turn: those it has
/// forgotten come again, and the connections of those that are open on another node since are closed, sooner
/// when that node says so ([#wereTaken]). While this node has no lease it changes nothing; afterwards
/// everything comes again.
public final class PresenceKeeper implements HealthReporter {

    /// How long a session counts as present after its connection ended.
    public static final Duration GRACE = Duration.ofSeconds(10);

    static final Duration EVERY = Duration.ofSeconds(1);
    static final int CHECKED = PresenceRegistry.MOST_CHANGES;
    /// Each session is asked about once in so long, unless there are more than so often [#CHECKED].
    static final Duration ROUND = Duration.ofSeconds(10);

    private static final int PORTIONS = 200;
    private static final Logger log = LoggerFactory.getLogger(PresenceKeeper.class);

    private final NodeId node;
    private final PresenceRegistry registry;
    private final SessionListener listener;
    private final PresenceObserver observer;
    private final BooleanSupplier acts;
    private final Offload offload;
    private final Timers timers;
    private final Mailbox<Runnable> mailbox;
    private final OwnSessions own;
    private final Arrivals arrivals;
    /// For which everybody who was written down as there has been put in.
    private @Nullable String generation;
    /// For which everything was told again.
    private @Nullable String toldFor;

    private boolean telling;
    private boolean writing;
    private boolean asking;
    private boolean restoring;
    /// After a failure nothing is tried until the next look.
    private boolean resting;

    private boolean acted = true;
    private volatile boolean registryFails;
    private volatile boolean logFails;
    private volatile int held;
    private @Nullable Runnable told;

    /// @param acts whether this node has its lease
    /// @param random safe for use by several threads
    public PresenceKeeper(
            NodeId node,
            PresenceRegistry registry,
            SessionListener listener,
            PresenceObserver observer,
            BooleanSupplier acts,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor executor,
            RandomGenerator random) {
        this.node = node;
        this.registry = registry;
        this.listener = listener;
        this.observer = observer;
        this.acts = acts;
        this.offload = offload;
        this.timers = timers;
        this.mailbox = new Mailbox<>(executor, Runnable::run);
        this.own = new OwnSessions(node, clock, random, OwnSessions.MOST_GONE);
        this.arrivals = new Arrivals(own);
    }

    /// Begins to look after the registry; call once.
    public void start() {
        mailbox.tell(this::look);
    }

    /// This connection reads this room from now on.
    public void came(RoomId room, Connection connection) {
        mailbox.tell(() -> {
            own.came(room, connection);
            goOn();
        });
    }

    /// It does not any more. Nothing when it never came.
    public void went(RoomId room, Connection connection, LeaveCause cause) {
        mailbox.tell(() -> {
            own.went(room, connection, cause);
            goOn();
        });
    }

    /// Another node says that it has these sessions now. It may be wrong or late: the registry is asked.
    public void wereTaken(List<Place> places) {
        mailbox.tell(() -> {
            places.forEach(own::doubt);
            goOn();
        });
    }

    /// Sessions in rooms that this node holds, or has still to take leave of.
    public int held() {
        return held;
    }

    /// Calls back once the registry knows of everything that came and went so far, or after this patience.
    public void settle(Duration patience, Runnable done) {
        mailbox.tell(() -> {
            told = done;
            goOn();
        });
        timers.after(patience, () -> mailbox.tell(this::settled));
    }

    private void settled() {
        Runnable done = told;
        if (done != null) {
            told = null;
            done.run();
        }
    }

    @Override
    public List<String> degradations() {
        return registryFails || logFails ? List.of("presence-unavailable") : List.of();
    }

    private <T> void call(Callable<T> call, Consumer<Result<T>> answer) {
        offload.run(call, result -> mailbox.tell(() -> answer.accept(result)));
    }

    private void look() {
        timers.after(EVERY, () -> mailbox.tell(this::look));
        resting = false;
        own.tellThoseOfLater();
        boolean may = acts.getAsBoolean();
        if (may && !acted) {
            observer.toldAgain();
            own.doubtAll();
        }
        acted = may;
        if (may) {
            askGeneration();
            own.doubt(Math.min(CHECKED, own.size() / (int) ROUND.toSeconds() + 1));
        }
        goOn();
    }

    private void askGeneration() {
        if (asking) {
            return;
        }
        asking = true;
        call(registry::generation, result -> {
            asking = false;
            switch (result) {
                case Done<String>(var now) -> onGeneration(now);
                case Failed<String>(var cause) -> failed(cause);
            }
        });
    }

    private void onGeneration(String now) {
        recovered();
        if (now.equals(generation) || restoring) {
            return;
        }
        if (!now.equals(toldFor)) {
            tellAllAgain();
            toldFor = now;
        }
        restoring = true;
        call(
                () -> {
                    listener.restore(registry);
                    return now;
                },
                result -> {
                    restoring = false;
                    switch (result) {
                        case Done<String>(var restored) -> generation = restored;
                        case Failed<String>(var cause) -> failed(cause);
                    }
                });
        goOn();
    }

    /// One that has lost what it knew may have come back with what it knew long ago: whoever is not open here
    /// is to leave.
    private void tellAllAgain() {
        if (toldFor == null) {
            own.doubtAll();
        } else {
            log.warn("The presence registry has lost what it knew; this node tells it again whom it holds");
            observer.toldAgain();
            own.lostAgain();
        }
    }

    private void goOn() {
        held = own.size();
        if (!resting && acts.getAsBoolean()) {
            tell();
            write();
        }
        if (own.idle() && !telling && arrivals.isEmpty() && !writing) {
            settled();
        }
    }

    private void tell() {
        if (telling) {
            return;
        }
        if (own.lost()) {
            orphanAll();
            return;
        }
        List<Telling> batch = own.take(PresenceRegistry.MOST_CHANGES);
        if (batch.isEmpty()) {
            return;
        }
        telling = true;
        List<SessionChange> changes = batch.stream().map(Telling::change).toList();
        call(() -> registry.apply(changes), result -> onTold(batch, result));
    }

    private void onTold(List<Telling> batch, Result<List<SessionResult>> result) {
        telling = false;
        switch (result) {
            case Done<List<SessionResult>>(var results) -> {
                recovered();
                observer.told(results.size());
                for (int i = 0; i < batch.size(); i++) {
                    onResult(batch.get(i), results.get(i));
                }
                tellThoseBefore(batch, results);
            }
            case Failed<List<SessionResult>>(var cause) -> {
                batch.forEach(telling -> own.tell(telling.session()));
                failed(cause);
            }
        }
        goOn();
    }

    private void onResult(Telling telling, SessionResult result) {
        OwnSession session = telling.session();
        switch (result) {
            case SessionResult.Present present -> {
                SessionEntry came = own.present(telling, present.epoch());
                if (came != null) {
                    arrivals.add(came);
                }
            }
            case SessionResult.Superseded _
            when session.here() -> {
                own.forget(session);
                observer.gaveWay();
                session.open().forEach(Connection::superseded);
            }
            case SessionResult.Noted _ when !session.here() -> own.noted(session);
            case SessionResult.Superseded _, SessionResult.Noted _ -> {}
            case SessionResult.Departing _, SessionResult.Full _ -> own.tellLater(session);
        }
    }

    /// Who held older connections of these sessions does not have to find out by asking.
    private void tellThoseBefore(List<Telling> batch, List<SessionResult> results) {
        Map<NodeId, List<Place>> taken = new HashMap<>();
        for (int i = 0; i < batch.size(); i++) {
            NodeId from = results.get(i) instanceof SessionResult.Present present ? present.takenFrom() : null;
            if (from != null) {
                taken.computeIfAbsent(from, _ -> new ArrayList<>())
                        .add(batch.get(i).session().place);
            }
        }
        taken.forEach(observer::tookOver);
    }

    /// There may be entries that nobody wants any more, since leaves were dropped or the registry is an old
    /// one: they run into their grace with all the others, who come again.
    private void orphanAll() {
        telling = true;
        call(
                () -> {
                    boolean more = true;
                    for (int i = 0; more && i < PORTIONS; i++) {
                        more = registry.orphan(node, GRACE, PresenceRegistry.MOST_CHANGES);
                    }
                    return more;
                },
                result -> {
                    telling = false;
                    switch (result) {
                        case Done<Boolean>(var more) when !more -> own.doubtAll();
                        case Done<Boolean> _ -> own.lostAgain();
                        case Failed<Boolean>(var cause) -> {
                            own.lostAgain();
                            failed(cause);
                        }
                    }
                    goOn();
                });
    }

    private void write() {
        List<SessionEntry> batch = writing ? List.of() : arrivals.take(PresenceRegistry.MOST_CHANGES);
        if (batch.isEmpty()) {
            return;
        }
        writing = true;
        call(
                () -> {
                    listener.came(batch);
                    return true;
                },
                result -> onWritten(batch, result));
    }

    private void onWritten(List<SessionEntry> batch, Result<Boolean> result) {
        writing = false;
        switch (result) {
            case Done<Boolean> _ -> logFails = false;
            case Failed<Boolean>(var cause) -> {
                batch.forEach(arrivals::add);
                resting = true;
                if (!logFails) {
                    log.warn("It could not be written down who came ({}); trying again", cause.toString());
                }
                logFails = true;
            }
        }
        goOn();
    }

    private void recovered() {
        if (registryFails) {
            registryFails = false;
            log.info("The presence registry answers again");
        }
    }

    private void failed(Exception cause) {
        resting = true;
        observer.failed();
        if (!registryFails) {
            registryFails = true;
            log.warn("Presence is not up to date ({}); trying again", cause.toString());
        }
    }
}
