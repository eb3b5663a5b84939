package dev.parley.fanout;

import dev.parley.fanout.spi.Bus;
import dev.parley.kernel.Mailbox;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Which channels this node listens to, and whether the broker has confirmed it. What is wanted follows from the rooms
/// that are read here, each time anew, and never from what an earlier connection was subscribed to. A subscription
/// counts when it was confirmed on the connection that is there; then everything that may have been missed until then
/// is checked.
///
/// State is touched by the mailbox alone. At most [#MOST_ASKED] confirmations are awaited at a time, so that a node
/// with many rooms does not run into their deadline by its own doing.
final class Subscriptions {

    /// How long a room waits for its channel before it is read all the same.
    static final Duration PATIENCE = Duration.ofSeconds(2);

    static final int MOST_ASKED = 512;
    private static final Duration FIRST_RETRY = Duration.ofMillis(500);
    private static final int MOST_DOUBLINGS = 3;

    private enum State {
        WANTED,
        ASKED,
        CONFIRMED,
        /// Asked again after a pause, and not before, however many want it meanwhile.
        REFUSED
    }

    private static final class Subscription {
        final Channel channel;
        final Set<RoomId> rooms = new LinkedHashSet<>();
        State state = State.WANTED;
        int failures;

        Subscription(Channel channel) {
            this.channel = channel;
        }
    }

    private final NodeId self;
    private final FanoutMode mode;
    /// Wanted as long as there is a connection.
    private final Channel own;
    private final Bus bus;
    private final LocalRooms local;
    private final Timers timers;
    private final RandomGenerator random;
    private final Mailbox<Runnable> mailbox;
    private final Map<Channel, Subscription> wanted = new LinkedHashMap<>();
    /// Rooms that are not read before their channel is confirmed.
    private final Map<RoomId, List<Consumer<Boolean>>> waiting = new LinkedHashMap<>();

    private final Deque<Subscription> toAsk = new ArrayDeque<>();
    /// Counts connections; 0 while there is none.
    private long connection;

    private long connections;
    private int asked;
    private final AtomicInteger confirmed = new AtomicInteger();
    private final AtomicInteger failing = new AtomicInteger();

    Subscriptions(
            NodeId self,
            FanoutMode mode,
            Bus bus,
            LocalRooms local,
            Timers timers,
            Executor executor,
            RandomGenerator random) {
        this.self = self;
        this.mode = mode;
        this.own = new Channel.OfNode(self);
        this.bus = bus;
        this.local = local;
        this.timers = timers;
        this.random = random;
        this.mailbox = new Mailbox<>(executor, Runnable::run);
    }

    /// Channels that are confirmed.
    int confirmed() {
        return confirmed.get();
    }

    /// Channels that the broker did not confirm when it was asked last.
    int failing() {
        return failing.get();
    }

    void join(RoomId room, Consumer<Boolean> ready) {
        mailbox.tell(() -> onJoin(room, ready));
    }

    void left(RoomId room) {
        mailbox.tell(() -> onLeft(room));
    }

    void connected() {
        mailbox.tell(this::onConnected);
    }

    void disconnected() {
        mailbox.tell(this::onDisconnected);
    }

    private void onJoin(RoomId room, Consumer<Boolean> ready) {
        if (connection == 0 || !local.reads(room)) {
            ready.accept(false);
            return;
        }
        List<Subscription> subscriptions = want(room);
        if (subscriptions.stream().anyMatch(one -> one.state == State.REFUSED)
                || subscriptions.stream().allMatch(one -> one.state == State.CONFIRMED)) {
            ready.accept(isHeard(room));
            return;
        }
        waiting.computeIfAbsent(room, _ -> new ArrayList<>(1)).add(ready);
        timers.after(PATIENCE, () -> mailbox.tell(() -> onImpatient(room, ready)));
        // Before those that only have to be renewed: somebody waits.
        subscriptions.stream().filter(one -> one.state == State.WANTED).forEach(toAsk::addFirst);
        askMore();
    }

    /// It is read all the same, and checked once its channel is confirmed.
    private void onImpatient(RoomId room, Consumer<Boolean> ready) {
        List<Consumer<Boolean>> those = waiting.get(room);
        if (those != null && those.remove(ready)) {
            if (those.isEmpty()) {
                waiting.remove(room);
            }
            ready.accept(false);
        }
    }

    private List<Subscription> want(RoomId room) {
        List<Subscription> subscriptions = new ArrayList<>(2);
        for (Channel channel : mode.heardBy(self, room)) {
            Subscription subscription = wanted.computeIfAbsent(channel, Subscription::new);
            subscription.rooms.add(room);
            subscriptions.add(subscription);
        }
        return subscriptions;
    }

    /// Whether all is confirmed that tells of this room.
    private boolean isHeard(RoomId room) {
        return mode.heardBy(self, room).stream().allMatch(channel -> {
            Subscription subscription = wanted.get(channel);
            return subscription != null && subscription.state == State.CONFIRMED;
        });
    }

    private void onLeft(RoomId room) {
        if (local.reads(room)) {
            return;
        }
        tell(room, false);
        for (Channel channel : mode.heardBy(self, room)) {
            Subscription subscription = wanted.get(channel);
            if (subscription != null) {
                leave(subscription, room);
            }
        }
    }

    private void leave(Subscription subscription, RoomId room) {
        subscription.rooms.remove(room);
        if (subscription.rooms.isEmpty() && !subscription.channel.equals(own)) {
            wanted.remove(subscription.channel);
            uncount(subscription);
            bus.unsubscribe(subscription.channel);
        }
    }

    private void onConnected() {
        forgetConnection();
        connection = ++connections;
        wanted.put(own, new Subscription(own));
        local.rooms().forEach(this::want);
        toAsk.addAll(wanted.values());
        askMore();
    }

    private void onDisconnected() {
        forgetConnection();
        List.copyOf(waiting.keySet()).forEach(room -> tell(room, false));
    }

    private void forgetConnection() {
        connection = 0;
        wanted.clear();
        toAsk.clear();
        asked = 0;
        confirmed.set(0);
        failing.set(0);
    }

    private void askMore() {
        while (connection != 0 && asked < MOST_ASKED && !toAsk.isEmpty()) {
            Subscription next = toAsk.removeFirst();
            if (next.state == State.WANTED && wanted.get(next.channel) == next) {
                ask(next);
            }
        }
    }

    private void ask(Subscription subscription) {
        long on = connection;
        subscription.state = State.ASKED;
        asked++;
        bus.subscribe(subscription.channel, done -> mailbox.tell(() -> onAnswer(subscription, on, done)));
    }

    /// An answer given on an earlier connection says nothing about this one.
    private void onAnswer(Subscription subscription, long on, boolean done) {
        if (on != connection) {
            return;
        }
        asked--;
        if (wanted.get(subscription.channel) == subscription) {
            if (done) {
                onConfirmed(subscription);
            } else {
                onRefused(subscription, on);
            }
        }
        askMore();
    }

    private void onConfirmed(Subscription subscription) {
        uncount(subscription);
        subscription.state = State.CONFIRMED;
        subscription.failures = 0;
        confirmed.incrementAndGet();
        List<RoomId> missed = subscription.rooms.stream()
                .filter(room -> !waiting.containsKey(room))
                .toList();
        subscription.rooms.stream().filter(this::isHeard).forEach(room -> tell(room, true));
        if (!missed.isEmpty()) {
            local.check(missed);
        }
    }

    private void onRefused(Subscription subscription, long on) {
        uncount(subscription);
        subscription.state = State.REFUSED;
        failing.incrementAndGet();
        subscription.rooms.forEach(room -> tell(room, false));
        Duration pause = FIRST_RETRY.multipliedBy(1L << Math.min(subscription.failures++, MOST_DOUBLINGS));
        long jitter = random.nextLong(pause.toNanos() / 4);
        timers.after(pause.plusNanos(jitter), () -> mailbox.tell(() -> retry(subscription, on)));
    }

    private void retry(Subscription subscription, long on) {
        if (on == connection) {
            subscription.state = State.WANTED;
            toAsk.addLast(subscription);
            askMore();
        }
    }

    private void tell(RoomId room, boolean confirmed) {
        List<Consumer<Boolean>> those = waiting.remove(room);
        if (those != null) {
            those.forEach(ready -> ready.accept(confirmed));
        }
    }

    private void uncount(Subscription subscription) {
        if (subscription.state == State.CONFIRMED) {
            confirmed.decrementAndGet();
        }
        if (subscription.failures > 0) {
            failing.decrementAndGet();
        }
    }
}
