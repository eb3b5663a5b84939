package dev.parley.fanout;

import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.Clock;
import dev.parley.kernel.Event;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Timers;
import dev.parley.log.CommitListener;
import dev.parley.log.Retention;
import java.util.ArrayList;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tells other nodes what this one committed. The lanes put it into a queue and go on; one task at a time takes out
/// what has gathered, learns where it goes and hands it to the bus in as few messages as possible.
///
/// The queue holds what at most [#MAX_WAITING] commits told and [#MAX_WAITING_BYTES]; beyond that the oldest is
/// dropped and counted. While the bus is not connected nothing is kept but how far the rooms have come.
final class BusPublisher implements CommitListener {

    static final int MAX_WAITING = Bus.MAX_WAITING;
    static final long MAX_WAITING_BYTES = 8 << 20;

    /// Taken out at a time, so that the executor's other tasks come between.
    private static final int ROUND = 128;

    /// @param head of a room whose events were told before; they are empty then
    private record Waiting(
            RoomId room, List<Event> events, Map<Position, SessionId> publishers, List<Position> head, long bytes) {

        Position last() {
            return events.isEmpty() ? head.getLast() : events.getLast().position();
        }
    }

    private final Targets targets;
    private final Bus bus;
    private final Executor executor;
    private final FanoutObserver observer;
    private final HeadRepeats repeats;
    private final MessageWriter writer;
    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicBoolean sending = new AtomicBoolean();
    /// Where the message that is being written goes.
    private Channel channel = new Channel.Everyone();

    private boolean refused;

    BusPublisher(
            NodeId self,
            Targets targets,
            Bus bus,
            Clock clock,
            Timers timers,
            Executor executor,
            FanoutObserver observer) {
        this.targets = targets;
        this.bus = bus;
        this.executor = executor;
        this.observer = observer;
        this.repeats = new HeadRepeats(clock, timers, this::repeat);
        this.writer = new MessageWriter(self, this::send);
    }

    @Override
    public void committed(RoomId room, Retention retention, List<Event> events) {
        committed(room, retention, events, Map.of());
    }

    @Override
    public void committed(RoomId room, Retention retention, List<Event> events, Map<Position, SessionId> publishers) {
        if (events.isEmpty()) {
            return;
        }
        repeats.committed(room, events.getLast().position());
        if (bus.health().connected()) {
            long bytes = events.stream().mapToLong(EventBytes::bound).sum();
            put(new Waiting(room, events, publishers, List.of(), bytes));
        } else {
            observer.notSent(events.size());
        }
    }

    private boolean repeat(RoomId room, Position head) {
        boolean connected = bus.health().connected();
        if (connected) {
            put(new Waiting(room, List.of(), Map.of(), List.of(head), 0));
        }
        return connected;
    }

    private void put(Waiting one) {
        queue.add(one);
        waiting.incrementAndGet();
        waitingBytes.addAndGet(one.bytes());
        while (waiting.get() > MAX_WAITING || waitingBytes.get() > MAX_WAITING_BYTES) {
            Waiting oldest = take();
            if (oldest == null) {
                break;
            }
            observer.notSent(oldest.events().size());
        }
        wake();
    }

    private @Nullable Waiting take() {
        Waiting one = queue.poll();
        if (one != null) {
            waiting.decrementAndGet();
            waitingBytes.addAndGet(-one.bytes());
        }
        return one;
    }

    private void wake() {
        if (!queue.isEmpty() && sending.compareAndSet(false, true)) {
            try {
                executor.execute(this::round);
            } catch (RejectedExecutionException _) {
                // The node stops; others find in the log what waits here.
                sending.set(false);
            }
        }
    }

    /// Asks for the channels of what has gathered, of all its rooms at once; more gathers until they are known.
    private void round() {
        List<Waiting> news = new ArrayList<>();
        for (Waiting one = take(); one != null; one = news.size() < ROUND ? take() : null) {
            news.add(one);
        }
        Set<RoomId> rooms = news.stream().map(Waiting::room).collect(Collectors.toSet());
        targets.find(rooms, channels -> send(news, channels));
    }

    private void send(List<Waiting> news, Map<RoomId, List<Channel>> channels) {
        try {
            Map<Channel, List<Waiting>> byChannel = new LinkedHashMap<>();
            for (Waiting one : news) {
                for (Channel to : channels.getOrDefault(one.room(), List.of())) {
                    byChannel.computeIfAbsent(to, _ -> new ArrayList<>()).add(one);
                }
            }
            byChannel.forEach(this::write);
        } finally {
            sending.set(false);
            // What came in meanwhile has found the task under way.
            wake();
        }
    }

    private void write(Channel to, List<Waiting> news) {
        channel = to;
        for (Waiting one : news) {
            writer.events(one.room(), one.events(), one.publishers());
            one.head().forEach(head -> writer.head(one.room(), head));
        }
        writer.flush();
        if (refused) {
            refused = false;
            news.forEach(one -> repeats.committed(one.room(), one.last()));
        }
    }

    private void send(byte[] message, int events) {
        if (bus.publish(channel, message)) {
            observer.sent(events);
        } else {
            refused = true;
            observer.notSent(events);
        }
    }
}
