package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.adapters.memory.MemoryLifecycleLog;
import dev.parley.adapters.memory.MemoryPresenceRegistry;
import dev.parley.adapters.memory.MemoryStore;
import dev.parley.kernel.Offload;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.lifecycle.LifecycleEntry;
import dev.parley.lifecycle.LifecycleKind;
import dev.parley.lifecycle.Visitor;
import dev.parley.presence.ConnectionEpoch;
import dev.parley.server.configuration.Settings;
import java.lang.reflect.Method;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class PresenceConfigurationTest {

    private static final RoomId LOBBY = new RoomId("lobby");

    /// Users that a start puts in, one being online as the log has it.
    private static long restored(String presence, String store, String shared) {
        var log = new MemoryLifecycleLog(new MemoryStore(InstantSource.system(), 1));
        var bob = new Visitor(new UserId("bob"), null, new SessionId("session-bob"), new ConnectionEpoch(1));
        log.append(List.of(new LifecycleEntry(LifecycleKind.ONLINE, LOBBY, bob, null)));
        var registry = new MemoryPresenceRegistry(InstantSource.system());

        new PresenceConfiguration()
                .sessionListener(log, settings(presence, store, shared))
                .restore(registry);

        return registry.occupancy(List.of(LOBBY)).get(LOBBY).users();
    }

    private static Settings settings(String presence, String store, String shared) {
        var environment = new StandardEnvironment();
        Map<String, Object> values =
                Map.of("parley.presence", presence, "parley.store", store, "parley.accept-shared-store", shared);
        environment.getPropertySources().addFirst(new MapPropertySource("test", values));
        ConfigurationPropertySources.attach(environment);
        return Settings.of(environment);
    }

    @Test
    void aStartPutsInWhoWasThereUnlessThatMayBeAnotherServersToTell() {
        assertThat(restored("local", "sqlite", "false")).isEqualTo(1);
        assertThat(restored("local", "postgres", "false")).isEqualTo(1);
        assertThat(restored("sql", "postgres", "true")).isEqualTo(1);
        assertThat(restored("local", "postgres", "true")).isZero();
    }

    /// A registry that hangs keeps calls for as long as it may.
    @Test
    void whoAsksWhoIsThereTakesNobodyElsesCalls() {
        List<String> asking = calls(beans().filter(bean -> bean.getName().equals("presenceQueries")));
        List<String> others = calls(beans().filter(bean -> !bean.getName().equals("presenceQueries")));

        assertThat(asking).hasSize(1);
        assertThat(others).contains("reads", "presence").doesNotContainAnyElementsOf(asking);
    }

    private static Stream<Method> beans() {
        return Stream.of(CoreConfiguration.class, PresenceConfiguration.class)
                .flatMap(configuration -> Arrays.stream(configuration.getDeclaredMethods()));
    }

    private static List<String> calls(Stream<Method> beans) {
        return beans.flatMap(bean -> Arrays.stream(bean.getParameters()))
                .filter(parameter -> parameter.getType() == Offload.class)
                .map(parameter -> parameter.getAnnotation(Qualifier.class))
                .map(qualifier -> qualifier == null ? "" : qualifier.value())
                .toList();
    }
}
