package dev.parley.delivery;

import dev.parley.delivery.spi.Framing;
import dev.parley.delivery.spi.LaneExecutor;
import dev.parley.delivery.spi.Outlet;
import dev.parley.delivery.spi.PassBuffers;
import dev.parley.kernel.Clock;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Signal;
import dev.parley.kernel.Timers;
import dev.parley.kernel.UserId;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// All streams that are open on this node: how they are opened and counted, and what they share. [Sessions]
/// knows whose they are, [Drain] ends them. Any thread.
public final class Streams {

    /// How opening a stream ended.
    public sealed interface Opening {}

    /// On the stream's lane; nothing is written before the callback has returned.
    public record Opened(OpenStream stream) implements Opening {}

    /// None of its rooms exists any more.
    public record Gone() implements Opening {}

    /// How connecting a socket ended.
    public sealed interface Connecting {}

    /// On the socket's lane; nothing is written before the callback has returned.
    public record Connected(OpenSocket socket) implements Connecting {}

    /// A bound of this node.
    public record Full() implements Opening, Connecting {}

    /// The log could not be read in time.
    public record Unreadable() implements Opening {}

    public record Stopping() implements Opening, Connecting {}

    static final Duration OPENING_DEADLINE = Duration.ofSeconds(10);

    private static final Duration COUNTING_DEADLINE = Duration.ofSeconds(1);

    private static final int FIRST_RETRY_MS = 2_000;
    private static final int LAST_RETRY_MS = 5_000;

    private final Tails tails;
    private final RoomRules rules;
    private final Framing framing;
    private final PassBuffers buffers;
    private final Clock clock;
    private final Timers timers;
    private final RandomGenerator random;
    private final StreamSettings settings;
    private final StreamObserver observer;
    private final Attendance attendance;
    private final SignalRooms signalRooms = new SignalRooms();
    private final Map<LaneExecutor, DeliveryLane> lanes = new ConcurrentHashMap<>();
    private final Sessions sessions = new Sessions();
    /// Open or being opened.
    private final Bound held;

    /// Those that wait for pages of the log.
    private final Bound catchingUp;

    private final Drain drain;

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
            StreamObserver observer) {
        this(tails, rules, framing, buffers, clock, timers, random, settings, observer, Attendance.NONE);
    }

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
            StreamObserver observer,
            Attendance attendance) {
        this.tails = tails;
        this.rules = rules;
        this.framing = framing;
        this.buffers = buffers;
        this.clock = clock;
        this.timers = timers;
        this.random = random;
        this.settings = settings;
        this.observer = observer;
        this.attendance = attendance;
        this.held = new Bound(settings.maxStreams());
        this.catchingUp = new Bound(settings.maxCatchUps());
        this.drain = new Drain(lanes.values(), held, timers, random);
        tails.keeper().relieves(lanes.values());
    }

    /// Opens a stream for a reader who was authorised just now.
    ///
    /// @param askedAt when the request came, by [#now]; its credentials and its turn in its session count
    ///     from there, however long it took to get here
    /// @param rooms those of the request that may be read, as they are now; at least one
    /// @param answer on any thread unless it is [Opened]
    public void open(
            Reader reader,
            StreamRequest request,
            long askedAt,
            List<RoomState> rooms,
            LaneExecutor executor,
            Outlet outlet,
            Consumer<Opening> answer) {
        if (drain.begun()) {
            answer.accept(new Stopping());
        } else if (!held.enter()) {
            answer.accept(new Full());
        } else {
            new StreamOpening(this, lane(executor), outlet, reader, request, askedAt, rooms, answer).begin();
        }
    }

    /// Opens a socket for a user who was authenticated just now.
    ///
    /// @param session takes the place of this one; null = a new one
    /// @param validFor how long the credentials are good from now on; null = no end
    /// @param answer at once, unless it is [Connected]
    public void connect(
            Reader reader,
            @Nullable SessionId session,
            @Nullable Duration validFor,
            LaneExecutor executor,
            Outlet outlet,
            Consumer<Connecting> answer) {
        long askedAt = now();
        if (drain.begun()) {
            answer.accept(new Stopping());
        } else if (!held.enter()) {
            answer.accept(new Full());
        } else {
            DeliveryLane lane = lane(executor);
            SessionId named = session == null ? newSession() : session;
            lane.execute(() -> connect(lane, outlet, reader, named, validFor, askedAt, answer));
        }
    }

    private void connect(
            DeliveryLane lane,
            Outlet outlet,
            Reader reader,
            SessionId session,
            @Nullable Duration validFor,
            long askedAt,
            Consumer<Connecting> answer) {
        var stream = new Stream(lane, outlet, StreamTerms.ofSocket(validFor), reader, session, askedAt);
        var cursors = new SocketCursors();
        register(stream);
        stream.begin(cursors);
        answer.accept(new Connected(new Socket(stream, cursors)));
    }

    private DeliveryLane lane(LaneExecutor executor) {
        return lanes.computeIfAbsent(executor, loop -> new DeliveryLane(loop, this));
    }

    /// In nanoseconds of the node's clock.
    public long now() {
        return clock.nanos();
    }

    /// Streams that are open or being opened.
    public int size() {
        return held.size();
    }

    /// Counts the connections of a room, each lane its own.
    ///
    /// @param answer on any thread, at the latest after a second, with what is known by then
    public void audience(RoomId room, Consumer<Audience> answer) {
        List<DeliveryLane> asked = List.copyOf(lanes.values());
        var sum = new AtomicReference<>(Audience.NONE);
        var open = new AtomicInteger(asked.size());
        var answered = new AtomicBoolean();
        Runnable done = () -> {
            if (answered.compareAndSet(false, true)) {
                answer.accept(sum.get());
            }
        };
        if (asked.isEmpty()) {
            done.run();
            return;
        }
        timers.after(COUNTING_DEADLINE, done);
        asked.forEach(lane -> lane.execute(() -> {
            sum.accumulateAndGet(lane.audience(room), Audience::plus);
            if (open.decrementAndGet() == 0) {
                done.run();
            }
        }));
    }

    /// Takes no more streams and sends away those that are open, spread over this window. Calls back once
    /// all have closed, at the latest [Drain#GRACE] after the window; what is still open then is aborted.
    /// Call once.
    public void drain(Duration window, Runnable done) {
        drain.begin(window, done);
    }

    /// Rooms of which streams ask for signals.
    public Set<RoomId> roomsWithSignals() {
        return signalRooms.asked();
    }

    /// Those of them that somebody new asks for since this was called last.
    public Set<RoomId> roomsWithNewSignals() {
        return signalRooms.fresh();
    }

    /// Tells those who ask and keep up. Behind the events that wait for them.
    public void signal(List<RoomSignal> signals) {
        lanes.values().forEach(lane -> lane.tell(signals));
    }

    /// Tells those who keep up, behind the events that wait for them.
    ///
    /// @param done told once all have been told, or are behind; on any thread
    void signal(Signal.Target to, List<Signal> signals, Runnable done) {
        switch (to) {
            case Signal.OfRoom(var room) -> signal(room, signals, done);
            case Signal.OfUser(var user) -> {
                sessions.of(user).forEach(stream -> stream.lane().execute(() -> stream.signal(userFrames(signals))));
                done.run();
            }
        }
    }

    /// Whether the user has a session on this node.
    boolean connects(UserId user) {
        return !sessions.of(user).isEmpty();
    }

    /// A session of this user has pulled this; nothing happens when it is not connected to this node.
    public void pulled(UserId user, SessionId session, PulledPage page) {
        Stream stream = sessions.of(user, session);
        if (stream != null) {
            stream.lane().execute(() -> stream.pulled(page));
        }
    }

    private SignalFrames userFrames(List<Signal> signals) {
        return new SignalFrames(null, signals, framing, buffers);
    }

    private void signal(RoomId room, List<Signal> signals, Runnable done) {
        List<DeliveryLane> all = List.copyOf(lanes.values());
        var left = new AtomicInteger(all.size());
        if (all.isEmpty()) {
            done.run();
        }
        all.forEach(lane -> lane.signal(room, signals, () -> {
            if (left.decrementAndGet() == 0) {
                done.run();
            }
        }));
    }

    SignalRooms signalRooms() {
        return signalRooms;
    }

    boolean draining() {
        return drain.begun();
    }

    /// The older connection of its session gives way.
    void register(Stream stream) {
        observer.opened();
        sessions.register(stream);
    }

    void forget(Stream stream) {
        sessions.forget(stream);
    }

    void closed(Stream stream) {
        sessions.forget(stream);
        observer.closed();
        drain.left(held.leave());
    }

    void notOpened() {
        drain.left(held.leave());
    }

    SessionId newSession() {
        return SessionId.draw(random);
    }

    /// What a client waits before it comes back, so that they do not all come at once.
    long retryMs() {
        return random.nextLong(FIRST_RETRY_MS, LAST_RETRY_MS);
    }

    /// False when too many wait for pages of the log already.
    boolean enterCatchUp() {
        return catchingUp.enter();
    }

    void leaveCatchUp() {
        catchingUp.leave();
    }

    Tails tails() {
        return tails;
    }

    RoomRules rules() {
        return rules;
    }

    Framing framing() {
        return framing;
    }

    PassBuffers buffers() {
        return buffers;
    }

    Clock clock() {
        return clock;
    }

    Timers timers() {
        return timers;
    }

    RandomGenerator random() {
        return random;
    }

    StreamSettings settings() {
        return settings;
    }

    Attendance attendance() {
        return attendance;
    }

    StreamObserver observer() {
        return observer;
    }
}
