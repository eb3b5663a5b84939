package dev.parley.adapters.memory;

import dev.parley.contract.BrokerUnderTest;
import dev.parley.contract.BusContract;
import dev.parley.fanout.spi.Bus;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

class MemoryBusTest extends BusContract {

    @Override
    protected BrokerUnderTest newBroker() {
        var threads = Executors.newScheduledThreadPool(2);
        var broker = new MemoryBroker(
                threads,
                (delay, task) -> threads.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS),
                BusWeather.CLEAR);
        return new BrokerUnderTest() {
            @Override
            public Bus newBus() {
                return broker.bus();
            }

            @Override
            public void cut(Bus bus) {
                broker.cut(bus);
            }

            @Override
            public void hang(Bus bus) {
                broker.hang(bus);
            }

            @Override
            public void mend(Bus bus) {
                broker.mend(bus);
            }

            @Override
            public void close() {
                threads.shutdownNow();
            }
        };
    }
}
