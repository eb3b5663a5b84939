package dev.parley.bench.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.bench.Bench;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.delivery.ShareCommand;
import dev.parley.bench.peer.Access;
import dev.parley.bench.peer.ParleyRooms;
import dev.parley.bench.peer.ParleySse;
import dev.parley.bench.report.Latency;
import dev.parley.bench.server.JavaCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A whole load against a tiny server that can spoil what it sends.
class StreamLoadTest {

    private static final int CONNECTIONS = 24;
    private static final int RATE = 200;
    private static final Timetable SHORT =
            new Timetable(RATE, Duration.ofMillis(100), Duration.ofMillis(400), 30, 0, Duration.ofMillis(1_500));
    private static final int SENT = 100;

    private TinyServer.Spoiling spoiling = (_, _, seq) -> List.of(seq);
    private TinyServer server;
    private final List<String> watched = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        server = new TinyServer((room, stream, seq) -> spoiling.instead(room, stream, seq));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private StreamLoad load(int rooms, double stalled, double slow) {
        return load(server.address(), rooms, stalled, slow);
    }

    private StreamLoad load(InetSocketAddress address, int rooms, double stalled, double slow) {
        var names = new RoomNames("r", rooms, 1);
        var target = new ParleySse(address, names, Access.shared("token"));
        var shape = new Shape(names, 0, CONNECTIONS, 5, stalled, slow);
        var addresses = new SourceAddresses(address, 0);
        return new StreamLoad(target, shape, addresses, List.of(), ServerFigures.UNKNOWN, watched::add);
    }

    private Outcome outcome(int rooms, Timetable timetable) {
        try (StreamLoad load = load(rooms, 0, 0)) {
            Connected connected = load.connect();
            assertThat(connected.open()).isEqualTo(CONNECTIONS);
            assertThat(connected.dead()).isZero();
            return load.publish(timetable, 4);
        }
    }

    @Test
    void everybodyReceivesEverything() {
        Outcome outcome = outcome(3, SHORT);
        assertThat(outcome.exact()).isTrue();
        assertThat(outcome.sent()).isEqualTo(SENT);
        assertThat(outcome.owed()).isEqualTo(SENT);
        assertThat(outcome.acknowledged()).isEqualTo(SENT);
        assertThat(outcome.findings().deliveries()).isEqualTo(SENT * CONNECTIONS / 3);
        assertThat(outcome.findings().counted()).isEqualTo(RATE * 4 / 10 * CONNECTIONS / 3);
        assertThat(outcome.findings().latency().getMinValue()).isLessThan(2_000_000);
    }

    /// Of whom eight read the room that gets one message in five.
    @Test
    void aCrowdIsCountedByItself() {
        var names = new RoomNames("r", 3, 1, 8);
        var target = new ParleySse(server.address(), names, Access.shared("token"));
        var shape = new Shape(names, 0, CONNECTIONS, 5, 0, 0);
        var timetable = new Timetable(
                RATE * 4 / 5.0, Duration.ZERO, Duration.ofMillis(500), 30, 0, Duration.ofMillis(1_500), RATE / 5.0);
        try (var load = new StreamLoad(
                target, shape, new SourceAddresses(server.address(), 0), List.of(), ServerFigures.UNKNOWN, _ -> {})) {
            assertThat(load.connect().open()).isEqualTo(CONNECTIONS);
            Outcome outcome = load.publish(timetable, 4);
            assertThat(outcome.exact()).isTrue();
            assertThat(outcome.sent()).isEqualTo(SENT);
            assertThat(outcome.crowd().deliveries()).isEqualTo(SENT / 5 * 8);
            assertThat(outcome.findings().deliveries()).isEqualTo(SENT * 4 / 5 * 8);
        }
    }

    @Test
    void whatACrowdLosesIsFound() {
        spoiling = (room, stream, seq) -> room.equals("r2") && stream == 3 && seq == 10 ? List.of() : List.of(seq);
        var names = new RoomNames("r", 3, 1, 8);
        var target = new ParleySse(server.address(), names, Access.shared("token"));
        var timetable = new Timetable(
                RATE * 4 / 5.0, Duration.ZERO, Duration.ofMillis(500), 30, 0, Duration.ofMillis(300), RATE / 5.0);
        try (var load = new StreamLoad(
                target,
                new Shape(names, 0, CONNECTIONS, 5, 0, 0),
                new SourceAddresses(server.address(), 0),
                List.of(),
                ServerFigures.UNKNOWN,
                _ -> {})) {
            load.connect();
            Outcome outcome = load.publish(timetable, 4);
            assertThat(outcome.exact()).isFalse();
            assertThat(outcome.incomplete()).isEqualTo(1);
        }
    }

    @Test
    void aProbeTellsHowSoonItIsRead() {
        byte[] request = ParleyRooms.refused(server.address(), Access.shared("token"), "r0");
        try (var probe = Probe.start(server.address(), request, 500, Duration.ofMillis(20))) {
            while (probe.answered() < 50) {
                Thread.onSpinWait();
            }
            Latency latency = probe.latency();
            assertThat(latency.p99()).isPositive().isLessThan(2_000_000);
        }
    }

    @Test
    void aProbeThatWasNotAnsweredInTimeSaysSo() {
        byte[] request = ParleyRooms.refused(server.address(), Access.shared("token"), "r0");
        try (var probe = Probe.start(server.address(), request, 500, Duration.ofHours(1))) {
            while (probe.answered() < 5) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(probe::latency).hasMessageContaining("nothing is known of it");
        }
    }

    @Test
    void eventsHaveTheSizeThatWasAskedFor() {
        var framed = new Timetable(RATE, Duration.ZERO, Duration.ofMillis(200), 0, 300, Duration.ofMillis(1_500));
        Outcome outcome = outcome(1, framed);
        assertThat(outcome.exact()).isTrue();
        // The probe is smaller, and a seq may have a digit more than the probe's.
        assertThat((outcome.findings().frames() - 100.0 * CONNECTIONS)
                        / (outcome.findings().deliveries() - CONNECTIONS))
                .isBetween(298.0, 306.0);
    }

    @Test
    void aLostEventIsFound() {
        spoiling = (_, stream, seq) -> stream == 3 && seq == 40 ? List.of() : List.of(seq);
        Outcome outcome = outcome(1, SHORT);
        assertThat(outcome.exact()).isFalse();
        assertThat(outcome.incomplete()).isEqualTo(1);
        assertThat(outcome.findings().holes()).isEqualTo(1);
        assertThat(outcome.findings().missing()).isEqualTo(1);
    }

    @Test
    void theLastEventIsMissedToo() {
        spoiling = (_, stream, seq) -> stream == 3 && seq == SENT ? List.of() : List.of(seq);
        Outcome outcome = outcome(1, SHORT);
        assertThat(outcome.incomplete()).isEqualTo(1);
        assertThat(outcome.findings().holes()).isZero();
    }

    @Test
    void aDoubledEventIsFound() {
        spoiling = (_, stream, seq) -> stream == 3 && seq == 40 ? List.of(40, 40) : List.of(seq);
        Outcome outcome = outcome(1, SHORT);
        assertThat(outcome.exact()).isFalse();
        assertThat(outcome.findings().repeated()).isEqualTo(1);
        assertThat(outcome.incomplete()).isZero();
    }

    @Test
    void aLateEventIsFound() {
        spoiling = (_, stream, seq) -> switch (stream == 3 ? seq : 0) {
            case 40 -> List.of();
            case 41 -> List.of(41, 40);
            default -> List.of(seq);
        };
        Outcome outcome = outcome(1, SHORT);
        assertThat(outcome.exact()).isFalse();
        assertThat(outcome.findings().late()).isEqualTo(1);
        assertThat(outcome.findings().missing()).isZero();
    }

    @Test
    void whoReadsSlowlyOrNotAtAllIsCompleteAfterComingBack() {
        try (StreamLoad load = load(1, 0.2, 0.2)) {
            load.connect();
            Outcome outcome = load.publish(SHORT, 4);
            assertThat(outcome.exact()).isTrue();
            assertThat(outcome.findings().deliveries()).isBetween(10L * SENT, 20L * SENT);
            assertThat(outcome.hindered().deliveries()).isLessThan(2L * SENT);
            Returned returned = load.comeBack(Duration.ofSeconds(10));
            assertThat(returned.connections()).isBetween(4, 14);
            assertThat(returned.incomplete()).isZero();
            assertThat(returned.findings().holes() + returned.findings().repeated())
                    .isZero();
            assertThat(returned.findings().deliveries() + outcome.findings().deliveries())
                    .isEqualTo((long) SENT * CONNECTIONS);
        }
    }

    @Test
    void aServerThatIsNotThereIsTold() throws IOException {
        InetSocketAddress nobody;
        try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) closed.getLocalSocketAddress();
        }
        try (StreamLoad load = load(nobody, 1, 0, 0)) {
            Connected connected = load.connect();
            assertThat(connected.open()).isZero();
            assertThat(connected.dead()).isEqualTo(CONNECTIONS);
            assertThat(connected.firstReason()).contains("refused");
            assertThatThrownBy(() -> load.publish(SHORT, 1)).isInstanceOf(BenchFailure.class);
        }
    }

    /// Two of them in this process, the others in one of their own, which finds what is lost there.
    @Test
    void connectionsMayBeSharedAmongProcesses() {
        spoiling = (_, stream, seq) -> stream == 20 && seq == 40 ? List.of() : List.of(seq);
        var names = new RoomNames("r", 1, 1);
        var target = new ParleySse(server.address(), names, Access.shared("token"));
        var shape = new Shape(names, 0, 2, 5, 0, 0);
        List<String> command = new ArrayList<>(JavaCommand.of(Bench.class, List.of()));
        command.addAll(List.of(
                ShareCommand.NAME,
                "--url=http://127.0.0.1:" + server.address().getPort(),
                "--room-prefix=r",
                "--first=2",
                "--connections=" + (CONNECTIONS - 2)));
        var companion = Companion.start(command, Map.of(), CONNECTIONS - 2);
        var addresses = new SourceAddresses(server.address(), 0);
        try (var load =
                new StreamLoad(target, shape, addresses, List.of(companion), ServerFigures.UNKNOWN, watched::add)) {
            assertThat(load.connect().open()).isEqualTo(CONNECTIONS);
            Outcome outcome = load.publish(SHORT, 4);
            assertThat(outcome.findings().deliveries()).isEqualTo((long) SENT * CONNECTIONS - 1);
            assertThat(outcome.findings().counted()).isEqualTo(RATE * 4L / 10 * CONNECTIONS - 1);
            assertThat(outcome.findings().holes()).isEqualTo(1);
            assertThat(outcome.incomplete()).isEqualTo(1);
            assertThat(outcome.wireBytes()).isPositive();
        }
    }

    @Test
    void whoeverWatchesIsToldEachSecond() {
        outcome(1, new Timetable(RATE, Duration.ofMillis(600), Duration.ofMillis(600), 0, 0, Duration.ofSeconds(1)));
        assertThat(watched)
                .isNotEmpty()
                .first()
                .asString()
                .contains("deliveries/s")
                .contains("p99");
    }
}
