package dev.parley.adapters.web.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandshakeGateTest {

    private final EmbeddedChannel listening = new EmbeddedChannel();
    private final Listener listener = new Listener();
    private final HandshakeGate gate = new HandshakeGate(listener);
    private final List<Integer> begun = new ArrayList<>();

    private Channel connection() {
        return new EmbeddedChannel(listening, DefaultChannelId.newInstance(), true, false);
    }

    private Runnable enter(HandshakeGate at, int number) {
        Runnable handshake = () -> begun.add(number);
        at.enter(connection(), handshake);
        return handshake;
    }

    private boolean accepting() {
        listening.runPendingTasks();
        return listening.config().isAutoRead();
    }

    @Test
    void sixtyFourAreDecidedAtATimeAndNoMoreConnectionsComeWhileOthersWait() {
        for (int i = 0; i < HandshakeGate.MOST; i++) {
            enter(gate, i);
        }
        assertThat(begun).hasSize(HandshakeGate.MOST);
        assertThat(accepting()).isTrue();
        enter(gate, 64);
        enter(gate, 65);
        assertThat(begun).hasSize(HandshakeGate.MOST);
        assertThat(accepting()).isFalse();
        gate.leave();
        assertThat(begun).hasSize(HandshakeGate.MOST + 1).endsWith(64);
        assertThat(accepting()).isFalse();
        gate.leave();
        assertThat(begun).endsWith(64, 65);
        assertThat(accepting()).isTrue();
    }

    @Test
    void whoLeavesWhileWaitingTakesNoPlace() {
        for (int i = 0; i < HandshakeGate.MOST; i++) {
            enter(gate, i);
        }
        Runnable impatient = enter(gate, 64);
        assertThat(accepting()).isFalse();
        assertThat(gate.giveUp(impatient)).isTrue();
        assertThat(accepting()).isTrue();
        enter(gate, 65);
        gate.leave();
        assertThat(begun).doesNotContain(64).endsWith(65);
    }

    @Test
    void manyThatAreDoneAtOnceDoNotNest() {
        for (int i = 0; i < HandshakeGate.MOST; i++) {
            enter(gate, i);
        }
        for (int i = 0; i < 20_000; i++) {
            gate.enter(connection(), gate::leave);
        }
        gate.leave();
        assertThat(accepting()).isTrue();
    }

    @Test
    void theListenerWaitsForTheLastLoop() {
        var other = new HandshakeGate(listener);
        for (int i = 0; i <= HandshakeGate.MOST; i++) {
            enter(gate, i);
            enter(other, i);
        }
        gate.leave();
        assertThat(accepting()).isFalse();
        other.leave();
        assertThat(accepting()).isTrue();
    }
}
