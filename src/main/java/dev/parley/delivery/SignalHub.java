package dev.parley.delivery;

import dev.parley.fanout.SignalListener;
import dev.parley.fanout.SignalRelay;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Signal;
import dev.parley.kernel.Timers;
import dev.parley.kernel.UserId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The signals of a node on their way to its streams and to other nodes: merged for each target, and told in
/// passes at least [#GAP] apart; the first one of a quiet target at once. While its lanes have not told one
/// pass to everybody there is no next one, and what comes is merged: a sum loses nothing however slow they are.
///
/// Bounds: [SenderPaces]; [#A_SECOND] a second to one target; [#MOST_TARGETS] targets, each with a
/// [SignalBoard]; and [#MOST_WAITING] signals in all. What exceeds one is refused. Any thread.
public final class SignalHub implements SignalListener {

    /// From one pass of a target to the next.
    public static final Duration GAP = Duration.ofMillis(100);

    static final int A_SECOND = 5_000;
    static final int MOST_TARGETS = 20_000;
    static final int MOST_WAITING = 50_000;

    private static final Pace PACE = Pace.of(A_SECOND, A_SECOND / 5);
    private static final Duration SWEEP = Duration.ofSeconds(1);
    private static final long NOTHING = -1;

    /// How a signal was taken.
    public sealed interface Taking {}

    public record Taken() implements Taking {}

    /// Its sender has had his share.
    public record SenderWaits(Duration time) implements Taking {}

    /// Those to its target are too many.
    public record TargetWaits(Duration time) implements Taking {}

    /// A bound of this node.
    public record Full() implements Taking {}

    /// A target that was told something, or is to be; changed only within the map's own atomic updates.
    private static final class Place {
        final SignalBoard here = new SignalBoard();
        final SignalBoard elsewhere = new SignalBoard();
        long fullAt;
        /// When the last pass began.
        long passedAt;
        /// Whether the next one has its timer.
        boolean planned;
        /// The pass that lanes are telling; 0 = none.
        long telling;

        Place(long now) {
            fullAt = now;
            passedAt = now - GAP.toNanos();
        }

        int waiting() {
            return here.size() + elsewhere.size();
        }

        /// How long until the pass that has to be planned; [#NOTHING] = none has.
        long plan(long now) {
            if (planned || telling != 0 || waiting() == 0) {
                return NOTHING;
            }
            planned = true;
            return Math.max(0, passedAt + GAP.toNanos() - now);
        }
    }

    private record Pass(long number, List<Signal> here, List<Signal> elsewhere) {}

    private final Streams streams;
    private final SignalRelay relay;
    private final boolean alone;
    private final Clock clock;
    private final Timers timers;
    private final Executor executor;
    private final SignalObserver observer;
    private final SenderPaces senders = new SenderPaces();
    private final ConcurrentMap<Signal.Target, Place> places = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicBoolean sweeping = new AtomicBoolean();
    private final AtomicLong passes = new AtomicLong();

    /// @param relay not started yet
    public SignalHub(
            Streams streams,
            SignalRelay relay,
            Clock clock,
            Timers timers,
            Executor executor,
            SignalObserver observer) {
        this.streams = streams;
        this.relay = relay;
        this.alone = relay.equals(SignalRelay.NONE);
        this.clock = clock;
        this.timers = timers;
        this.executor = executor;
        this.observer = observer;
    }

    /// Begins to hear of other nodes; call once.
    public void start() {
        relay.start(this);
    }

    /// Signals that have not been told yet.
    public int waiting() {
        return waiting.get();
    }

    /// Takes a signal that was allowed just now.
    ///
    /// @param sender whose share it takes; null = nobody's
    public Taking take(Signal.Target to, @Nullable UserId sender, Signal signal) {
        Taking taking = sender == null ? new Taken() : step(sender);
        return taking instanceof Taken ? put(to, signal, !alone, true) : taking;
    }

    private Taking step(UserId sender) {
        sweepSoon();
        return switch (senders.step(sender, clock.nanos())) {
            case SenderPaces.Goes _ -> new Taken();
            case SenderPaces.Waits(var time) -> new SenderWaits(time);
            case SenderPaces.NoPlace _ -> new Full();
        };
    }

    @Override
    public void heard(Signal.Target to, List<Signal> signals) {
        if (to instanceof Signal.OfUser(var user) && !streams.connects(user)) {
            // Every node hears of all users: those of others would take the places.
            return;
        }
        for (Signal signal : signals) {
            if (!(put(to, signal, false, false) instanceof Taken)) {
                observer.dropped(1);
            }
        }
    }

    /// @param onward whether other nodes are told as well
    /// @param paced whether the target's share counts
    private Taking put(Signal.Target to, Signal signal, boolean onward, boolean paced) {
        Taking[] taking = {new Full()};
        long[] plan = {NOTHING};
        long now = clock.nanos();
        places.compute(to, (_, known) -> {
            if (waiting.get() >= MOST_WAITING || (known == null && places.size() >= MOST_TARGETS)) {
                return known;
            }
            Place place = known == null ? new Place(now) : known;
            taking[0] = put(place, signal, onward, paced, now);
            plan[0] = place.plan(now);
            return place;
        });
        planPass(to, plan[0]);
        sweepSoon();
        return taking[0];
    }

    private Taking put(Place place, Signal signal, boolean onward, boolean paced, long now) {
        long wait = paced ? PACE.left(place.fullAt, now) : 0;
        if (wait > 0) {
            return new TargetWaits(Duration.ofNanos(wait));
        }
        int before = place.waiting();
        boolean taken = place.here.put(signal, now);
        if (taken && onward && !place.elsewhere.put(signal, now)) {
            observer.dropped(1);
        }
        account(place, before);
        if (!taken) {
            return new Full();
        }
        place.fullAt = paced ? PACE.spent(place.fullAt, now) : place.fullAt;
        return new Taken();
    }

    private void account(Place place, int before) {
        waiting.addAndGet(place.waiting() - before);
        int dropped = place.here.dropped() + place.elsewhere.dropped();
        if (dropped > 0) {
            observer.dropped(dropped);
        }
    }

    private void planPass(Signal.Target to, long in) {
        if (in > 0) {
            timers.after(Duration.ofNanos(in), () -> pass(to));
        } else if (in == 0) {
            try {
                executor.execute(() -> pass(to));
            } catch (RejectedExecutionException _) {
                // The node stops: nobody is told any more.
            }
        }
    }

    private void pass(Signal.Target to) {
        Pass[] pass = new Pass[1];
        places.computeIfPresent(to, (_, place) -> {
            pass[0] = begin(place, clock.nanos());
            return place;
        });
        Pass begun = pass[0];
        if (begun == null) {
            return;
        }
        if (!begun.elsewhere().isEmpty()) {
            relay.send(to, begun.elsewhere());
        }
        if (begun.here().isEmpty()) {
            told(to, begun.number());
        } else {
            observer.told(begun.here().size());
            streams.signal(to, begun.here(), () -> told(to, begun.number()));
        }
    }

    private Pass begin(Place place, long now) {
        int before = place.waiting();
        place.planned = false;
        place.passedAt = now;
        place.telling = passes.incrementAndGet();
        List<Signal> elsewhere = relay.takes() ? place.elsewhere.take(now) : List.of();
        var begun = new Pass(place.telling, place.here.take(now), elsewhere);
        account(place, before);
        return begun;
    }

    /// @param number of the pass, which may be an older one
    private void told(Signal.Target to, long number) {
        long[] plan = {NOTHING};
        places.computeIfPresent(to, (_, place) -> {
            if (place.telling == number) {
                place.telling = 0;
                plan[0] = place.plan(clock.nanos());
            }
            return place;
        });
        planPass(to, plan[0]);
    }

    private void sweepSoon() {
        if (sweeping.compareAndSet(false, true)) {
            timers.after(SWEEP, this::sweep);
        }
    }

    private void sweep() {
        long now = clock.nanos();
        senders.sweep(now);
        places.keySet().forEach(to -> sweep(to, now));
        sweeping.set(false);
        if (!places.isEmpty() || !senders.none()) {
            sweepSoon();
        }
    }

    /// Forgets it when it is quiet. A lane that has not told a pass by now has ended, or is waited for no more.
    private void sweep(Signal.Target to, long now) {
        long[] plan = {NOTHING};
        places.computeIfPresent(to, (_, place) -> {
            if (now - place.passedAt < SWEEP.toNanos()) {
                return place;
            }
            place.telling = 0;
            plan[0] = place.plan(now);
            return place.planned || now - place.fullAt < 0 ? place : null;
        });
        planPass(to, plan[0]);
    }
}
