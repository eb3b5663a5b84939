package dev.parley.adapters.nats;

import dev.parley.contract.BrokerUnderTest;
import dev.parley.contract.BusContract;
import dev.parley.contract.PrivateNats;
import dev.parley.contract.ProxiedBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class NatsBusTest extends BusContract {

    private static PrivateNats nats;

    @BeforeAll
    static void startNats() {
        nats = PrivateNats.start();
    }

    @AfterAll
    static void endNats() {
        nats.close();
    }

    @Override
    protected BrokerUnderTest newBroker() {
        return new ProxiedBroker(nats.port(), port -> new NatsBus("nats://127.0.0.1:" + port));
    }
}
