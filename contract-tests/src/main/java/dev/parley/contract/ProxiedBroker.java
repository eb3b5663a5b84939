package dev.parley.contract;

import dev.parley.fanout.spi.Bus;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/// A real broker behind one [FaultyProxy] for each bus. The broker itself stays when this is closed.
public final class ProxiedBroker implements BrokerUnderTest {

    private final int port;
    private final IntFunction<Bus> buses;
    private final Map<Bus, FaultyProxy> proxies = new ConcurrentHashMap<>();

    /// @param port the broker's on 127.0.0.1
    /// @param buses makes a bus that connects to a port of 127.0.0.1
    public ProxiedBroker(int port, IntFunction<Bus> buses) {
        this.port = port;
        this.buses = buses;
    }

    @Override
    public Bus newBus() {
        var proxy = new FaultyProxy(port);
        Bus bus = buses.apply(proxy.port());
        proxies.put(bus, proxy);
        return bus;
    }

    /// What stands before the broker for this bus.
    public FaultyProxy proxy(Bus bus) {
        return Objects.requireNonNull(proxies.get(bus), "not a bus of this broker");
    }

    @Override
    public void cut(Bus bus) {
        proxy(bus).cut();
    }

    @Override
    public void hang(Bus bus) {
        proxy(bus).hang();
    }

    @Override
    public void mend(Bus bus) {
        proxy(bus).mend();
    }

    @Override
    public void close() {
        proxies.values().forEach(FaultyProxy::close);
    }
}
