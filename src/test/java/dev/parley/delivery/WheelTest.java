package dev.parley.delivery;

import static dev.parley.delivery.DeliveryFixture.FRESH;
import static dev.parley.delivery.DeliveryFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.kernel.TypeFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a lane's streams are looked at for, by the times at which their clients hear of it.
class WheelTest {

    private static final String BEAT = ":";

    /// Between two steps of the test's clock.
    private static final long STEP = 50;

    private static DeliveryFixture beating(long millis) {
        var settings = new StreamSettings(Duration.ofSeconds(10), Duration.ofMillis(millis), 1_000, 1_000);
        return new DeliveryFixture(TailSettings.LOCAL, settings);
    }

    private static Client quiet(DeliveryFixture fixture) {
        LogOnHand.Room room =
                fixture.log.rooms.values().stream().findAny().orElseGet(() -> fixture.log.create("r", "aaaaaaaa"));
        Client client = fixture.open(room, FRESH);
        client.lines();
        return client;
    }

    @ParameterizedTest
    @ValueSource(longs = {300, 500, 700, 1_000, 1_450, 15_000, 31_900, 32_000, 40_000, 100_000})
    void nothingComesBeforeItsTimeNorASecondAfterIt(long heartbeat) {
        DeliveryFixture fixture = beating(heartbeat);
        Client client = quiet(fixture);
        for (int beat = 0; beat < 3; beat++) {
            fixture.pass(heartbeat - STEP);
            assertThat(client.lines()).isEmpty();
            long late = 0;
            List<String> lines = List.of();
            while (lines.isEmpty()) {
                fixture.pass(STEP);
                late += STEP;
                lines = client.lines();
                assertThat(late).isLessThanOrEqualTo(1_000);
            }
            assertThat(lines).containsExactly(BEAT);
        }
    }

    @Test
    void allStreamsOfAMomentAreLookedAtOnceEach() {
        DeliveryFixture fixture = beating(15_000);
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            clients.add(quiet(fixture));
        }
        fixture.pass(16_000);

        assertThat(clients).allSatisfy(client -> assertThat(client.lines()).containsExactly(BEAT));
    }

    @Test
    void whatIsDueEarlierComesFirstAndWhatWasPlannedBeforeIsNotForgotten() {
        DeliveryFixture fixture = beating(15_000);
        LogOnHand.Room room = fixture.log.create("r", "aaaaaaaa");
        var notes = new TypeFilter(Set.of("note"), Set.of());
        Client client = fixture.open(request(room.id, notes, true, null), List.of(room.state()));
        client.lines();
        fixture.pass(2_000);
        fixture.publish(room, 1);
        fixture.pass(9_900);
        assertThat(client.lines()).as("ten seconds after it was left out").isEmpty();
        fixture.pass(1_100);
        assertThat(client.lines()).hasSize(1).first().asString().startsWith("cursor #");
        fixture.pass(13_900);
        assertThat(client.lines()).as("fifteen seconds after the cursor").isEmpty();
        fixture.pass(2_100);

        assertThat(client.lines()).containsExactly(BEAT);
    }

    @Test
    void aTimeWithoutStreamsIsPassedOver() {
        DeliveryFixture fixture = beating(15_000);
        Client first = quiet(fixture);
        first.stream().closed();
        fixture.pass(317_300);
        assertThat(fixture.time.waiting()).as("timers of an idle lane").isZero();
        Client second = quiet(fixture);
        fixture.pass(14_900);
        assertThat(second.lines()).isEmpty();
        fixture.pass(1_200);

        assertThat(second.lines()).containsExactly(BEAT);
        assertThat(first.lines()).isEmpty();
    }

    @Test
    void streamsThatLeftAreNotLookedAt() {
        DeliveryFixture fixture = beating(1_000);
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            clients.add(quiet(fixture));
        }
        for (int i = 0; i < 10; i += 2) {
            clients.get(i).stream().closed();
        }
        fixture.pass(2_000);

        for (int i = 0; i < 10; i++) {
            boolean left = i % 2 == 0;
            assertThat(clients.get(i).lines().isEmpty()).isEqualTo(left);
        }
    }
}
