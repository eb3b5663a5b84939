package dev.parley.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.PresenceRegistryContract;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.presence.ConnectionEpoch;
import dev.parley.presence.SessionChange.Join;
import dev.parley.presence.SessionEntry;
import dev.parley.presence.SessionKey;
import dev.parley.presence.SessionResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryPresenceRegistryTest extends PresenceRegistryContract {

    @Override
    protected Registries open() {
        var registry = new MemoryPresenceRegistry(InstantSource.system());
        return new Registries(registry, registry, () -> {});
    }

    private static Join join(String user) {
        var key = new SessionKey(new RoomId("lobby"), new SessionId("session-" + user), new ConnectionEpoch(1));
        return new Join(new SessionEntry(key, new UserId(user), null, new NodeId("node-one")), Duration.ZERO);
    }

    @Test
    void aFullOneTakesOnlyThoseItKnows() {
        var full = new MemoryPresenceRegistry(InstantSource.system(), 1);

        assertThat(full.apply(List.of(join("bob"), join("eve"), join("bob"))))
                .containsExactly(
                        new SessionResult.Present(new ConnectionEpoch(1)),
                        new SessionResult.Full(),
                        new SessionResult.Present(new ConnectionEpoch(1)));
    }

    @Test
    void aClockThatWasSetBackKeepsNobodyOut() {
        var now = new ArrayList<>(List.of(Instant.ofEpochSecond(1_000)));
        var registry = new MemoryPresenceRegistry(now::getLast);
        registry.apply(List.of(join("bob")));
        now.add(now.getLast().minusSeconds(10));
        var key = new SessionKey(new RoomId("lobby"), new SessionId("session-bob"), new ConnectionEpoch(2));
        var entry = new SessionEntry(key, new UserId("bob"), null, new NodeId("node-one"));

        assertThat(registry.apply(List.of(new Join(entry, Duration.ZERO))))
                .containsExactly(new SessionResult.Present(key.epoch()));
    }

    @Test
    void aFlushedOneSaysSo() {
        var registry = new MemoryPresenceRegistry(InstantSource.system());
        String before = registry.generation();

        registry.flush();

        assertThat(registry.generation()).isNotEqualTo(before);
    }
}
