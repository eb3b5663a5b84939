package dev.parley.simulation.streams;

import dev.parley.adapters.memory.BusWeather;
import dev.parley.adapters.memory.MemoryBroker;
import dev.parley.fanout.FanoutMode;
import dev.parley.fanout.RegistryFallback;
import dev.parley.fanout.spi.Bus;
import dev.parley.simulation.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/// The bus between the nodes of one run, and what goes wrong on it: messages are lost, come twice, late and in another
/// order, connections are cut, subscriptions take long or are not confirmed. Drawn from the seed.
///
/// Half of all runs are *exact*: nobody looks at heads by the clock, and nothing is lost without a word, so that each
/// message counts that the fanout ought to have taken care of.
final class Fleet implements BusWeather {

    private static final int MOST_NODES = 5;
    private static final Duration NEVER = Duration.ofSeconds(5);

    final int nodes;
    final FanoutMode mode;
    final boolean exact;
    /// Whether everybody goes away and comes back before the last word.
    final boolean endsAnew;
    /// Asked in one of the modes alone.
    final ShakyRoomHolders holders;

    private final MemoryBroker broker;
    private final SplittableRandom random;
    private final int latestMillis;
    private final double lost;
    private final double twice;
    private final double unconfirmed;
    /// Of how many of its nodes' runs one is of another release; 0 = all are of one.
    private final int upgraded;
    private boolean calm;

    Fleet(VirtualTime time, SplittableRandom random) {
        this.random = random;
        this.broker = new MemoryBroker(time, time, this);
        this.nodes = 2 + random.nextInt(MOST_NODES - 1);
        this.exact = random.nextBoolean();
        this.mode = switch (random.nextInt(4)) {
            case 0 -> new FanoutMode.Broadcast();
            case 1 -> new FanoutMode.Rooms();
            case 2 -> new FanoutMode.Sharded(1 + random.nextInt(3));
            default -> new FanoutMode.Registry(fallback());
        };
        this.holders = new ShakyRoomHolders(time, random.split(), strength(0.3), exact ? 0 : strength(0.2));
        this.endsAnew = random.nextBoolean();
        this.latestMillis = 1 + random.nextInt(random.nextInt(4) == 0 ? 3_000 : 200);
        this.lost = exact ? 0 : strength(0.3);
        this.twice = strength(0.2);
        this.unconfirmed = strength(0.2);
        this.upgraded = random.nextInt(4) == 0 ? 2 : 0;
    }

    /// Without a look by the clock only what everybody hears is heard by all.
    private RegistryFallback fallback() {
        var all = RegistryFallback.values();
        return exact ? RegistryFallback.BROADCAST : all[random.nextInt(all.length)];
    }

    private double strength(double most) {
        return random.nextBoolean() ? 0 : random.nextDouble() * most;
    }

    Bus bus() {
        return broker.bus();
    }

    /// The same as one more run of a node uses it, of this release or, in the middle of an upgrade, of another.
    Bus spoken(Bus bus) {
        return upgraded > 0 && random.nextInt(upgraded) == 0 ? new UpgradedBus(bus) : bus;
    }

    /// The connection goes, and comes back after a while.
    void cut(Bus bus, VirtualTime time) {
        broker.cut(bus);
        time.after(millis(4_000), () -> broker.mend(bus));
    }

    /// Nothing goes through for a while; longer than the bus waits, and the connection goes.
    void hang(Bus bus, VirtualTime time) {
        broker.hang(bus);
        time.after(millis(7_000), () -> broker.mend(bus));
    }

    void interrupt(Bus bus) {
        broker.interrupt(bus);
    }

    void mend(Bus bus) {
        broker.mend(bus);
    }

    /// From now on nothing is lost and nothing is late.
    void calmDown() {
        calm = true;
        holders.calmDown();
    }

    private Duration millis(int most) {
        return Duration.ofMillis(1 + random.nextInt(most));
    }

    @Override
    public List<Duration> copies() {
        if (!calm && random.nextDouble() < lost) {
            return List.of();
        }
        Duration delay = millis(calm ? 20 : latestMillis);
        return random.nextDouble() < twice ? List.of(delay, millis(latestMillis)) : List.of(delay);
    }

    /// Long enough for a message in between, also in the end.
    @Override
    public Duration subscribing() {
        return millis(calm ? 400 : 1_500);
    }

    @Override
    public Duration confirming() {
        return !calm && random.nextDouble() < unconfirmed ? NEVER : millis(200);
    }

    @Override
    public String toString() {
        return nodes + " nodes, " + mode + (upgraded > 0 ? ", two releases" : "")
                + (exact ? ", exact" : ", lost " + lost) + ", late " + latestMillis + " ms";
    }
}
