package dev.parley.fanout;

import dev.parley.fanout.BusMessage.Chirp;
import dev.parley.fanout.BusMessage.Events;
import dev.parley.fanout.BusMessage.Head;
import dev.parley.fanout.BusMessage.Irrelevant;
import dev.parley.fanout.BusMessage.Item;
import dev.parley.fanout.BusMessage.News;
import dev.parley.fanout.BusMessage.PassedOver;
import dev.parley.fanout.BusMessage.Signals;
import dev.parley.fanout.BusMessage.Taken;
import dev.parley.fanout.BusMessage.Unreadable;
import dev.parley.fanout.spi.Bus;
import dev.parley.fanout.spi.BusListener;
import dev.parley.fanout.spi.RoomHolders;
import dev.parley.kernel.Clock;
import dev.parley.kernel.HealthReporter;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.Offload;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.log.CommitListener;
import dev.parley.presence.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The fanout of several nodes over one bus, in any mode. The bus is a doorbell: what it loses is found in the log, and
/// whenever it may have lost something this node looks.
///
/// Each node of a fleet needs [LocalRooms] that also look into the log by themselves, since a broker may lose
/// messages without anybody noticing.
public final class BusFanout implements Fanout, HealthReporter {

    private static final Logger log = LoggerFactory.getLogger(BusFanout.class);
    private static final Duration MISTRUST_GATHERED = Duration.ofMillis(200);

    private final NodeId self;
    private final FanoutMode mode;
    private final Bus bus;
    private final Clock clock;
    private final Timers timers;
    private final Executor executor;
    private final RandomGenerator random;
    private final FanoutObserver observer;
    private final BusPublisher publisher;
    private final BusSignals signals;
    private volatile @Nullable Ear ear;
    private volatile Consumer<List<Place>> taken = _ -> {};

    private final Targets targets;
    private final @Nullable RoomHolders holders;
    private final @Nullable Offload offload;

    /// In a mode other than `registry`.
    ///
    /// @param bus not started yet
    /// @param executor where queues and mailboxes go on
    /// @param random safe for use by several threads
    public BusFanout(
            NodeId self,
            FanoutMode mode,
            Bus bus,
            Clock clock,
            Timers timers,
            Executor executor,
            RandomGenerator random,
            FanoutObserver observer) {
        this(self, mode, Targets.of(mode), null, null, bus, clock, timers, executor, random, observer);
    }

    private BusFanout(
            NodeId self,
            FanoutMode mode,
            Targets targets,
            @Nullable RoomHolders holders,
            @Nullable Offload offload,
            Bus bus,
            Clock clock,
            Timers timers,
            Executor executor,
            RandomGenerator random,
            FanoutObserver observer) {
        this.self = self;
        this.targets = targets;
        this.holders = holders;
        this.offload = offload;
        this.mode = mode;
        this.bus = bus;
        this.clock = clock;
        this.timers = timers;
        this.executor = executor;
        this.random = random;
        this.observer = observer;
        this.publisher = new BusPublisher(self, targets, bus, clock, timers, executor, observer);
        this.signals = new BusSignals(self, targets, bus, timers, executor, observer);
    }

    /// In the mode `registry`.
    ///
    /// @param holders the registry
    /// @param offload makes its calls
    public static BusFanout overRegistry(
            NodeId self,
            FanoutMode.Registry mode,
            RoomHolders holders,
            Offload offload,
            Bus bus,
            Clock clock,
            Timers timers,
            Executor executor,
            RandomGenerator random,
            FanoutObserver observer) {
        var targets = new RegistryTargets(self, holders, mode.fallback(), offload, clock, timers, executor, observer);
        return new BusFanout(self, mode, targets, holders, offload, bus, clock, timers, executor, random, observer);
    }

    /// Tells other nodes what this one commits.
    public CommitListener publisher() {
        return publisher;
    }

    /// Takes signals to other nodes, and brings theirs.
    public SignalRelay signals() {
        return signals;
    }

    /// Tells that node that these sessions are here since. It is a hint, and may be lost.
    ///
    /// @param places at most 1,000
    public void tellTaken(NodeId from, List<Place> places) {
        bus.publish(new Channel.OfNode(from), MessageWriter.taken(self, places));
    }

    /// Sets who hears that other nodes have sessions of this one. Any thread calls him; he must not block.
    public void onTaken(Consumer<List<Place>> listener) {
        taken = listener;
    }

    @Override
    public void start(LocalRooms rooms) {
        var started = new Ear(rooms);
        ear = started;
        started.canary.start();
        if (started.registrations != null) {
            started.registrations.start();
        }
        bus.start(started);
    }

    @Override
    public void join(RoomId room, Consumer<Boolean> ready) {
        Ear now = ear;
        if (now == null) {
            ready.accept(false);
        } else {
            now.join(room, ready);
        }
    }

    @Override
    public void left(RoomId room) {
        Ear now = ear;
        if (now != null) {
            now.left(room);
        }
    }

    @Override
    public boolean hearing() {
        return degradations().isEmpty();
    }

    @Override
    public List<String> degradations() {
        Ear now = ear;
        if (now == null || !bus.health().connected()) {
            return List.of("bus-disconnected");
        }
        List<String> reasons = new ArrayList<>(2);
        if (now.canary.silent()) {
            reasons.add("bus-silent");
        }
        if (now.subscriptions.failing() > 0) {
            reasons.add("bus-unconfirmed");
        }
        if (targets.failing() || (now.registrations != null && now.registrations.failing())) {
            reasons.add("registry-unreachable");
        }
        return reasons;
    }

    /// Channels that this node listens to, its own included.
    public int subscriptions() {
        Ear now = ear;
        return now == null ? 0 : now.subscriptions.confirmed();
    }

    /// Ends it; what waits to be sent has a second.
    public void close() {
        Ear now = ear;
        if (now != null) {
            now.canary.end();
            if (now.registrations != null) {
                now.registrations.end();
            }
        }
        bus.close();
    }

    /// What the bus tells.
    private final class Ear implements BusListener {

        private final LocalRooms rooms;
        private final Subscriptions subscriptions;
        private final Canary canary;
        private final MessageReader reader;
        private final @Nullable Registrations registrations;
        /// Bounded by the channels that are listened to.
        private final Set<Channel> mistrusted = ConcurrentHashMap.newKeySet();

        private final AtomicBoolean checking = new AtomicBoolean();

        Ear(LocalRooms rooms) {
            Channel own = new Channel.OfNode(self);
            this.rooms = rooms;
            this.subscriptions = new Subscriptions(self, mode, bus, rooms, timers, executor, random);
            this.registrations = holders == null || offload == null
                    ? null
                    : new Registrations(self, holders, rooms, offload, clock, timers, executor);
            this.canary = new Canary(self, own, bus, clock, timers, this::silenceChanged);
            this.reader = new MessageReader(self, rooms::reads);
        }

        /// What is sent to this node alone has to be heard before anybody is told to send it.
        void join(RoomId room, Consumer<Boolean> ready) {
            if (registrations == null) {
                subscriptions.join(room, ready);
            } else {
                subscriptions.join(
                        room, heard -> registrations.join(room, registered -> ready.accept(heard && registered)));
            }
        }

        void left(RoomId room) {
            subscriptions.left(room);
            if (registrations != null) {
                registrations.left(room);
            }
        }

        @Override
        public void received(Channel channel, byte[] message) {
            switch (reader.read(message)) {
                case News news when news.origin().equals(self) -> {}
                case News news -> take(news.items());
                case Chirp chirp when chirp.origin().equals(self) -> canary.heard();
                case Chirp _ -> {}
                case Signals told -> signals.received(told.told());
                case PassedOver _ -> {}
                case Taken told -> taken.accept(told.places());
                case Unreadable unreadable -> mistrust(channel, unreadable);
            }
        }

        private void take(List<Item> items) {
            int events = 0;
            int discarded = 0;
            for (Item item : items) {
                switch (item) {
                    case Events told -> {
                        events += told.events().size();
                        rooms.heard(told.room(), told.events(), told.publishers());
                    }
                    case Head head -> rooms.heardOf(head.room(), head.at());
                    case Irrelevant irrelevant -> discarded += irrelevant.events();
                }
            }
            observer.received(events + discarded, discarded);
        }

        /// A node of another version has something to say about these rooms.
        private void mistrust(Channel channel, Unreadable unreadable) {
            log.debug("A message of the bus cannot be read: {}", unreadable.reason());
            observer.unreadable();
            if (mistrusted.add(channel) && checking.compareAndSet(false, true)) {
                timers.after(MISTRUST_GATHERED, this::checkMistrusted);
            }
        }

        /// All at once: such messages may come by thousands, and each concerns all rooms of its channel.
        private void checkMistrusted() {
            checking.set(false);
            Set<Channel> those = Set.copyOf(mistrusted);
            mistrusted.removeAll(those);
            rooms.check(rooms.rooms().stream()
                    .filter(room -> mode.heardBy(self, room).stream().anyMatch(those::contains))
                    .toList());
        }

        @Override
        public void connected() {
            canary.connected();
            subscriptions.connected();
            signals.connected();
        }

        @Override
        public void disconnected(String reason) {
            log.debug("The bus is gone ({}); rooms are looked up in the log each second", reason);
            subscriptions.disconnected();
            lost();
        }

        @Override
        public void interrupted(String reason) {
            log.debug("The bus may have lost messages ({}); looking into the log", reason);
            lost();
        }

        private void silenceChanged() {
            if (canary.silent()) {
                log.warn("Nothing comes back from the bus although it is connected; looking into the log each second");
            } else {
                log.info("The bus carries messages again");
            }
            lost();
        }

        private void lost() {
            observer.interrupted();
            rooms.check(rooms.rooms());
        }
    }
}
