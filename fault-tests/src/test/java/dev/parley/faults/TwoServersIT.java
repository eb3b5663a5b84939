package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.contract.PrivatePostgres;
import dev.parley.contract.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two servers over one PostgreSQL; one of them stands still for a while, with rooms locked.
class TwoServersIT {

    private static final int PAUSED = 0;
    private static final int RUNNING = 1;
    private static final List<String> USERS = List.of("first_server", "second_server");
    private static final List<String> ROOMS = List.of("red", "green", "blue");
    private static final Duration STANDSTILL = Duration.ofSeconds(6);
    private static final Duration GOES_ON_AT_ONCE = Duration.ofSeconds(1);
    private static final Duration HELD_UP_AT_MOST = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /// One in several finds the server in a transaction, one in a few of these with some of the rooms but not
    /// all.
    private static final int MOST_PAUSES = 300;

    @TempDir
    Path folder;

    private PrivatePostgres postgres;
    private String database;
    private Connection connection;
    private ServerProcess first;
    private ServerProcess second;

    @BeforeEach
    void start() throws Exception {
        postgres = PrivatePostgres.start();
        database = postgres.freshDatabase();
        connection = StoredLog.connect(database, postgres.user());
        // A name each, so that their sessions can be told apart.
        try (var statement = connection.createStatement()) {
            for (String user : USERS) {
                statement.execute("create role " + user + " superuser login");
            }
        }
        first = server(PAUSED);
        second = server(RUNNING);
    }

    private ServerProcess server(int number) throws Exception {
        Path own = Files.createDirectory(folder.resolve(USERS.get(number)));
        return ServerProcess.start(
                own, Options.postgres(database, USERS.get(number), "--parley.accept-shared-store=true"));
    }

    @AfterEach
    void stop() throws SQLException {
        try (var _ = postgres;
                var _ = connection;
                var _ = second;
                var _ = first) {
            // Each is closed whatever becomes of the others, the database last.
        }
    }

    @Test
    void aServerThatStandsStillHoldsUpOnlyTheRoomsItHolds() throws Exception {
        SplittableRandom random = Seed.of("pausing one of two servers");
        var history = new History();
        var plan = new Writers.Plan(
                "p",
                16,
                List.of(first.uri("/"), second.uri("/")),
                ROOMS,
                Duration.ofMillis(2),
                Duration.ofSeconds(2),
                random.nextLong());
        try (var writers = Writers.start(plan, history)) {
            writers.awaitEach(5, PATIENCE);
            Set<String> held = pauseWithSomeRoomsHeld(random);
            long pausedAt = System.nanoTime();
            Pace.until(pausedAt + STANDSTILL.toNanos());
            long resumedAt = System.nanoTime();
            first.resume();
            writers.awaitEach(5, PATIENCE);
            writers.finish(PATIENCE);

            for (String room : ROOMS) {
                Duration gap = Gaps.longest(history.entries(), RUNNING, room, pausedAt, resumedAt);
                System.out.println(room + (held.contains(room) ? ", held: " : ": ") + gap.toMillis() + " ms");
                assertThat(gap).as(room).isLessThan(held.contains(room) ? HELD_UP_AT_MOST : GOES_ON_AT_ONCE);
            }
        }
        System.out.println("pausing one of two servers: " + history);
        LogCheck.assertSound("two-servers", history, StoredLog.ofPostgres(database, postgres.user()));
    }

    /// Stops the first server at random moments until one finds it with a transaction open.
    private Set<String> pauseWithSomeRoomsHeld(SplittableRandom random) throws SQLException {
        for (int i = 1; i <= MOST_PAUSES; i++) {
            Pace.upTo(Duration.ofMillis(40), random);
            first.pause();
            Set<String> held = held();
            if (!held.isEmpty() && held.size() < ROOMS.size()) {
                System.out.println("pause " + i + " finds it with " + held);
                return held;
            }
            first.resume();
        }
        throw new AssertionError("none of " + MOST_PAUSES + " pauses found the server with some rooms locked");
    }

    /// What it had asked for before it stopped is done a moment later, perhaps with its commit; what is
    /// locked by then stays so.
    private Set<String> held() throws SQLException {
        Set<String> held = HeldRooms.of(connection, USERS.get(PAUSED));
        if (!held.isEmpty()) {
            Pace.until(System.nanoTime() + Duration.ofMillis(100).toNanos());
            held = HeldRooms.of(connection, USERS.get(PAUSED));
        }
        return held;
    }
}
