package dev.parley.simulation.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.lifecycle.LifecycleKind;
import dev.parley.lifecycle.LifecyclePage;
import dev.parley.lifecycle.LifecycleRow;
import dev.parley.simulation.Findings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// People with several tabs on two nodes over one registry on which nothing goes wrong.
class PresenceRoundsTest {

    private static final RoomId ROOM = new RoomId("lobby");
    private static final UserId BOB = new UserId("bob");
    private static final UserId EVE = new UserId("eve");
    private static final Duration PAST_THE_GRACE = Duration.ofSeconds(13);

    private final PresenceWorld world = new PresenceWorld(7, new Findings());
    private long position;

    @BeforeEach
    void nothingGoesWrong() {
        world.calm = true;
    }

    private Tab open(UserId user, int node) {
        var tab = new Tab(world, user, ROOM);
        tab.connect(world.node(node % 2), true);
        return tab;
    }

    private void pass(Duration time) {
        world.time.run(time);
    }

    /// What was written down since the last time.
    private List<LifecycleKind> told() {
        List<LifecycleRow> rows = ((LifecyclePage.Rows) world.log.read(position, 500)).rows();
        position = rows.isEmpty() ? position : rows.getLast().pos();
        return rows.stream().map(row -> row.entry().kind()).toList();
    }

    @Test
    void fiveTabsThatCloseInAnyOrderAreOneDeparture() {
        var random = new Random(11);
        for (int round = 0; round < 200; round++) {
            var tabs = new ArrayList<Tab>();
            for (int i = 0; i < 5; i++) {
                tabs.add(open(BOB, i));
            }
            pass(Duration.ofSeconds(2));
            assertThat(told()).containsExactlyInAnyOrder(LifecycleKind.ONLINE, LifecycleKind.OCCUPIED);
            Collections.shuffle(tabs, random);
            boolean together = round % 2 == 0;
            for (Tab tab : tabs.subList(0, 4)) {
                tab.drop(Duration.ZERO);
                pass(Duration.ofMillis(random.nextInt(together ? 2 : 3_000)));
            }
            if (!together) {
                pass(PAST_THE_GRACE);
                assertThat(told()).isEmpty();
            }

            tabs.getLast().drop(Duration.ZERO);
            pass(PAST_THE_GRACE);

            assertThat(told()).as("round %s", round).containsExactly(LifecycleKind.OFFLINE, LifecycleKind.VACATED);
            assertThat(world.registry.page(ROOM, null, 10).users()).isEmpty();
        }
    }

    @Test
    void whoDropsAndReturnsAfterASecondHasNeverLeft() {
        Tab bob = open(BOB, 0);
        pass(Duration.ofSeconds(2));
        assertThat(told()).containsExactlyInAnyOrder(LifecycleKind.ONLINE, LifecycleKind.OCCUPIED);

        for (int i = 1; i <= 30; i++) {
            bob.drop(Duration.ZERO);
            pass(Duration.ofSeconds(1));
            bob.connect(world.node(i % 2), i % 3 == 0);
            pass(Duration.ofSeconds(4));
        }
        pass(PAST_THE_GRACE);

        assertThat(told()).isEmpty();
        bob.drop(Duration.ZERO);
        pass(PAST_THE_GRACE);
        assertThat(told()).containsExactly(LifecycleKind.OFFLINE, LifecycleKind.VACATED);
    }

    @Test
    void aRoomIsVacatedWithItsLastSessionOfAllNodes() {
        Tab bob = open(BOB, 0);
        pass(Duration.ofSeconds(1));
        Tab eve = open(EVE, 1);
        pass(Duration.ofSeconds(1));
        assertThat(told()).hasSize(3);

        bob.drop(Duration.ZERO);
        pass(PAST_THE_GRACE);
        assertThat(told()).containsExactly(LifecycleKind.OFFLINE);

        eve.drop(Duration.ZERO);
        pass(PAST_THE_GRACE);
        assertThat(told()).containsExactly(LifecycleKind.OFFLINE, LifecycleKind.VACATED);
    }

    @Test
    void aKilledNodesSessionsLeaveWithinLeaseAndGraceAndNotBefore() {
        for (int i = 0; i < 1_000; i++) {
            var tab = new Tab(world, new UserId("user-" + i), ROOM);
            tab.connect(world.node(0), true);
        }
        pass(Duration.ofSeconds(4));
        assertThat(world.registry.occupancy(List.of(ROOM)).get(ROOM).users()).isEqualTo(1_000);

        world.node(0).kill();

        // Renewed every 5 s: of its 15 s at least 10 are left.
        pass(Duration.ofMillis(19_500));
        assertThat(world.registry.occupancy(List.of(ROOM)).get(ROOM).users()).isEqualTo(1_000);
        pass(Duration.ofMillis(8_500));
        assertThat(world.registry.occupancy(List.of(ROOM)).get(ROOM).users()).isZero();
    }

    @Test
    void aSessionThatIsUsedElsewhereClosesItsOlderConnection() {
        Tab bob = open(BOB, 0);
        pass(Duration.ofSeconds(2));
        // The node goes on taking it for open.
        bob.drop(Duration.ofDays(1));
        bob.connect(world.node(1), false);

        // Well under two seconds; without the hint of the other node, when it is asked about next.
        pass(Duration.ofSeconds(2));

        assertThat(world.registry.holders(List.of(ROOM)).get(ROOM)).containsExactly(world.node(1).id);
        assertThat(world.node(0).superseded()).isEqualTo(1);
        assertThat(told()).containsExactlyInAnyOrder(LifecycleKind.ONLINE, LifecycleKind.OCCUPIED);
    }
}
