package dev.parley.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.fanout.spi.RoomHolders;
import dev.parley.kernel.NodeId;
import dev.parley.kernel.RoomId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every [RoomHolders] keeps. An adapter's test subclasses this and hands in two views of one registry.
@Timeout(60)
public abstract class RoomHoldersContract {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final NodeId HERE = new NodeId("node-here");
    private static final NodeId THERE = new NodeId("node-there");
    private static final RoomId LOBBY = new RoomId("lobby");
    private static final RoomId GAMES = new RoomId("games");

    /// Two views of a registry that nobody has told anything.
    ///
    /// @param forget has it lose all that it knows
    public record Registry(RoomHolders first, RoomHolders second, Runnable forget, Runnable close) {}

    private Registry registry;

    protected abstract Registry open();

    @BeforeEach
    void openRegistry() {
        registry = open();
    }

    @AfterEach
    void closeRegistry() {
        registry.close().run();
    }

    private Set<NodeId> of(RoomId room) {
        return registry.second().holders(Set.of(room)).nodes().getOrDefault(room, Set.of());
    }

    private Set<RoomId> register(NodeId node, long stamp, RoomId... rooms) {
        return registry.first().register(node, List.of(rooms), stamp, LONG).before();
    }

    @Test
    void whoRegisteredIsFoundByAllWhoAskFromThenOn() {
        assertThat(of(LOBBY)).isEmpty();

        assertThat(register(HERE, 1, LOBBY, GAMES)).isEmpty();
        assertThat(register(THERE, 1, LOBBY)).isEmpty();

        assertThat(registry.second().holders(Set.of(LOBBY, GAMES)).nodes())
                .isEqualTo(Map.of(LOBBY, Set.of(HERE, THERE), GAMES, Set.of(HERE)));
    }

    @Test
    void whatIsTakenBackIsOneRegistrationAndNoLaterOne() {
        register(HERE, 1, LOBBY, GAMES);
        register(THERE, 1, LOBBY);
        register(HERE, 2, LOBBY);

        registry.second().unregister(HERE, Map.of(LOBBY, 1L, GAMES, 1L));

        assertThat(of(LOBBY)).containsExactlyInAnyOrder(HERE, THERE);
        assertThat(of(GAMES)).isEmpty();
        registry.second().unregister(HERE, Map.of(LOBBY, 2L));
        assertThat(of(LOBBY)).containsExactly(THERE);
    }

    @Test
    void aRegistrationThatComesLateTakesNothingFromTheNewerOne() {
        register(HERE, 7, LOBBY);
        register(HERE, 5, LOBBY);

        registry.first().unregister(HERE, Map.of(LOBBY, 5L));
        assertThat(of(LOBBY)).containsExactly(HERE);
        registry.first().unregister(HERE, Map.of(LOBBY, 7L));
        assertThat(of(LOBBY)).isEmpty();
    }

    @Test
    void anAnswerTellsWhatWasHeldWithoutInterruption() {
        register(HERE, 1, LOBBY);

        assertThat(register(HERE, 2, LOBBY, GAMES)).containsExactly(LOBBY);
        assertThat(register(THERE, 1, LOBBY)).isEmpty();
        registry.first().unregister(HERE, Map.of(LOBBY, 2L));
        assertThat(register(HERE, 3, LOBBY, GAMES)).containsExactly(GAMES);
    }

    @Test
    void aLeaseRunsOutForEachNodeByItselfUnlessItIsRenewed() {
        registry.first().register(HERE, List.of(LOBBY, GAMES), 1, SHORT);
        registry.first().register(THERE, List.of(LOBBY), 1, LONG);
        register(HERE, 2, GAMES);

        await().untilAsserted(() -> assertThat(of(LOBBY)).containsExactly(THERE));
        assertThat(of(GAMES)).containsExactly(HERE);
        assertThat(register(HERE, 3, LOBBY, GAMES))
                .as("not the one that ran out")
                .containsExactly(GAMES);
    }

    @Test
    void theGenerationStaysUntilEverythingIsForgotten() {
        String generation = registry.first().register(HERE, List.of(), 1, LONG).generation();
        register(HERE, 2, LOBBY);
        assertThat(registry.second().holders(Set.of()).generation()).isEqualTo(generation);

        registry.forget().run();

        var answer = registry.second().holders(Set.of(LOBBY));
        assertThat(answer.nodes().getOrDefault(LOBBY, Set.of())).isEmpty();
        assertThat(answer.generation()).isNotEqualTo(generation);
        var again = registry.first().register(HERE, List.of(LOBBY), 3, LONG);
        assertThat(again.before()).isEmpty();
        assertThat(again.generation()).isEqualTo(answer.generation());
    }

    @Test
    void asManyRoomsAsOneCallTakesWithIdsOfEveryKind() {
        List<RoomId> rooms = IntStream.range(0, RoomHolders.MOST_ROOMS)
                .mapToObj(i -> new RoomId(i % 2 == 0 ? "r." + i + "_x-Y" : "r" + i))
                .toList();

        register(HERE, 1, rooms.toArray(RoomId[]::new));

        assertThat(registry.second().holders(rooms).nodes())
                .hasSize(rooms.size())
                .allSatisfy((_, nodes) -> assertThat(nodes).containsExactly(HERE));
        registry.first().unregister(HERE, rooms.stream().collect(Collectors.toMap(room -> room, _ -> 1L)));
        assertThat(registry.second().holders(rooms).nodes().values()).allMatch(Set::isEmpty);
    }

    @Test
    void manyNodesAtOnceAreAllFound() {
        List<NodeId> nodes = IntStream.range(0, 16)
                .mapToObj(i -> new NodeId("node-%04d".formatted(i)))
                .toList();

        var rounds = AtOnce.run(nodes.size(), i -> () -> {
            RoomHolders view = i % 2 == 0 ? registry.first() : registry.second();
            for (long round = 1; round <= 20; round++) {
                view.register(nodes.get(i), List.of(LOBBY, GAMES), round, LONG);
                view.unregister(nodes.get(i), Map.of(GAMES, round));
            }
            return true;
        });

        assertThat(rounds).hasSameSizeAs(nodes);
        assertThat(of(LOBBY)).containsExactlyInAnyOrderElementsOf(nodes);
        assertThat(of(GAMES)).isEmpty();
    }
}
