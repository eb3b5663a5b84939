package dev.parley.fanout;

import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Signal;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Signals over the bus: those of a room on the channels of its news, those of a user on the one that every
/// node listens to for them. They have a queue of their own, so that however many there are none of them takes
/// the place of an event; what has gathered goes out at most once in [#REST], in as few messages as possible.
///
/// At most [#MAX_WAITING] passes wait; beyond that it takes none, and what comes is merged until it does.
final class BusSignals implements SignalRelay {

    static final int MAX_WAITING = 1_000;
    static final Duration REST = Duration.ofMillis(20);

    /// Of targets, and so the most messages that are handed to the bus at once.
    private static final int ROUND = 128;

    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);
    private static final Channel USERS = new Channel.Users();

    private record Waiting(Signal.Target to, List<Signal> signals) {}

    private final Targets targets;
    private final Bus bus;
    private final Timers timers;
    private final Executor executor;
    private final FanoutObserver observer;
    private final SignalWriter writer;
    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicBoolean sending = new AtomicBoolean();
    private volatile @Nullable SignalListener listener;
    /// Counts connections: what was asked for on an earlier one is not asked for again.
    private final AtomicInteger connections = new AtomicInteger();
    /// Where the message that is being written goes.
    private Channel channel = USERS;

    BusSignals(NodeId self, Targets targets, Bus bus, Timers timers, Executor executor, FanoutObserver observer) {
        this.targets = targets;
        this.bus = bus;
        this.timers = timers;
        this.executor = executor;
        this.observer = observer;
        this.writer = new SignalWriter(self, this::send);
    }

    @Override
    public void start(SignalListener heard) {
        listener = heard;
        if (bus.health().connected()) {
            connected();
        }
    }

    /// The bus has a new connection.
    void connected() {
        if (listener != null) {
            listen(connections.incrementAndGet());
        }
    }

    private void listen(int connection) {
        if (connection == connections.get() && bus.health().connected()) {
            bus.subscribe(USERS, confirmed -> {
                if (!confirmed) {
                    timers.after(ASK_AGAIN, () -> listen(connection));
                }
            });
        }
    }

    /// Another node's.
    void received(List<BusMessage.Told> told) {
        SignalListener known = listener;
        if (known != null) {
            told.forEach(one -> known.heard(one.to(), one.signals()));
        }
    }

    @Override
    public boolean takes() {
        return waiting.get() < MAX_WAITING;
    }

    @Override
    public void send(Signal.Target to, List<Signal> signals) {
        if (bus.health().connected()) {
            queue.add(new Waiting(to, signals));
            waiting.incrementAndGet();
            wake();
        } else {
            observer.signalsLost(signals.size());
        }
    }

    private void wake() {
        if (!queue.isEmpty() && sending.compareAndSet(false, true)) {
            try {
                executor.execute(this::round);
            } catch (RejectedExecutionException _) {
                // The node stops.
                sending.set(false);
            }
        }
    }

    private void round() {
        List<Waiting> some = new ArrayList<>();
        Set<RoomId> rooms = new HashSet<>();
        for (Waiting next = queue.poll(); next != null; next = some.size() < ROUND ? queue.poll() : null) {
            waiting.decrementAndGet();
            some.add(next);
            if (next.to() instanceof Signal.OfRoom(var room)) {
                rooms.add(room);
            }
        }
        if (rooms.isEmpty()) {
            send(some, Map.of());
        } else {
            targets.find(rooms, channels -> send(some, channels));
        }
    }

    private void send(List<Waiting> some, Map<RoomId, List<Channel>> channels) {
        try {
            Map<Channel, List<Waiting>> byChannel = new LinkedHashMap<>();
            for (Waiting one : some) {
                for (Channel to : channels(one.to(), channels)) {
                    byChannel.computeIfAbsent(to, _ -> new ArrayList<>()).add(one);
                }
            }
            byChannel.forEach(this::write);
        } finally {
            timers.after(REST, this::rested);
        }
    }

    private void rested() {
        sending.set(false);
        wake();
    }

    private static List<Channel> channels(Signal.Target to, Map<RoomId, List<Channel>> ofRooms) {
        return switch (to) {
            case Signal.OfRoom(var room) -> ofRooms.getOrDefault(room, List.of());
            case Signal.OfUser _ -> List.of(USERS);
        };
    }

    private void write(Channel to, List<Waiting> some) {
        channel = to;
        some.forEach(one -> writer.signals(one.to(), one.signals()));
        writer.flush();
    }

    private void send(byte[] message) {
        if (bus.publish(channel, message)) {
            observer.signalsSent();
        } else {
            observer.signalsLost(1);
        }
    }
}
