package dev.parley.server;

import dev.parley.fanout.BusFanout;
import dev.parley.kernel.NodeId;
import dev.parley.presence.Place;
import dev.parley.presence.PresenceKeeper;
import dev.parley.presence.PresenceObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;

/// What presence does, as meters; and other nodes are told over the bus, if there is one, what was taken from them.
final class MeteredPresence implements PresenceObserver {

    private final ObjectProvider<BusFanout> fanout;
    private final MeterRegistry registry;
    private final Counter told;
    private final Counter failed;
    private final Counter toldAgain;
    private final Counter tookOver;
    private final Counter gaveWay;
    private final Counter sweeps;
    private final Counter departed;

    MeteredPresence(ObjectProvider<BusFanout> fanout, MeterRegistry registry) {
        this.fanout = fanout;
        this.registry = registry;
        told = counter("parley.presence.changes", "Changes the registry answered to");
        failed = counter("parley.presence.failures", "Calls of the registry that failed");
        toldAgain = counter("parley.presence.registrations", "Times everything was told to the registry again");
        tookOver = counter("parley.presence.taken.over", "Sessions that were open on another node before");
        gaveWay = counter("parley.presence.gave.way", "Sessions that were closed because they are open elsewhere");
        sweeps = counter("parley.presence.sweeps", "Looks for those whose grace is over");
        departed = counter("parley.presence.departures", "Departures written down by this node");
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    /// Shows what it holds from now on, too.
    void watch(PresenceKeeper keeper) {
        Gauge.builder("parley.presence.sessions", keeper, PresenceKeeper::held)
                .description("Sessions in rooms that this node holds")
                .register(registry);
    }

    @Override
    public void told(int changes) {
        told.increment(changes);
    }

    @Override
    public void failed() {
        failed.increment();
    }

    @Override
    public void toldAgain() {
        toldAgain.increment();
    }

    @Override
    public void tookOver(NodeId from, List<Place> places) {
        tookOver.increment(places.size());
        fanout.ifAvailable(bus -> bus.tellTaken(from, places));
    }

    @Override
    public void gaveWay() {
        gaveWay.increment();
    }

    @Override
    public void swept(int departures) {
        sweeps.increment();
        departed.increment(departures);
    }
}
