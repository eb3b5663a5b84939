package dev.parley.adapters.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.BusFaultContract;
import dev.parley.contract.PrivateNats;
import dev.parley.contract.RunningBroker;
import dev.parley.fanout.spi.Bus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class NatsFaultsTest extends BusFaultContract {

    private static PrivateNats nats;

    private String user = "";

    @BeforeAll
    static void startNats() {
        nats = PrivateNats.start();
    }

    @AfterAll
    static void endNats() {
        nats.close();
    }

    @Override
    protected RunningBroker broker() {
        return nats;
    }

    @Override
    protected Bus newBus(int port) {
        return new NatsBus("nats://" + user + "127.0.0.1:" + port);
    }

    @Override
    protected String confirmation() {
        return "PONG";
    }

    @Override
    protected boolean confirmsOneByOne() {
        return false;
    }

    @Test
    void aChannelThatNatsDoesNotGiveIsRefusedAndTheOthersStay() {
        user = "guest:secret@";
        try (var strict = PrivateNats.start("authorization { users = [ { user: guest, password: secret, permissions: {"
                + " subscribe: { deny: \"parley.room.lobby\" }, publish: { deny: \"parley.room.lobby\" } } } ] }")) {
            Node guest = connectedTo(strict, room("open"));
            Node other = connectedTo(strict);
            assertThat(guest.subscribing(LOBBY).join()).isFalse();
            other.publish(room("open"), "hello");
            guest.awaitText("hello");
            assertThat(guest.isUndisturbed()).isTrue();
            guest.publish("no");
            guest.awaitInterrupted();
        }
    }

    @Test
    void aMessageThatIsTooLongForNatsIsReportedAndTheConnectionHolds() {
        try (var narrow = PrivateNats.start("max_payload: 1024")) {
            Node writer = connectedTo(narrow);
            Node reader = connectedTo(narrow, LOBBY);
            writer.publish("x".repeat(2_000));
            writer.awaitInterrupted();
            writer.publish("short");
            reader.awaitText("short");
            assertThat(reader.isUndisturbed()).isTrue();
        }
    }

    @Test
    void whoReadsTooSlowlyForNatsIsToldThatItMissedSomething() {
        try (var strict = PrivateNats.start("max_pending: 1048576", "write_deadline: \"1s\"")) {
            Node writer = connectedTo(strict);
            Node reader = connectedTo(strict, LOBBY);
            reader.proxy().hang();
            for (int i = 0; i < 60; i++) {
                writer.publish("x".repeat(200_000));
            }
            awaitThat(() -> strict.channels().isEmpty());
            reader.proxy().mend();
            reader.awaitDisconnected();
            reader.awaitConnected(2);
        }
    }
}
