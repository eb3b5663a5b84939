package dev.parley.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.contract.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Readers come and go while a server is killed under them and its writers: each hears every event once and in order,
/// or
/// is told, judged by the log's table.
class StreamsIT {

    private static final int SECONDS = Integer.getInteger("parley.faults.seconds", 30);
    private static final int KILLS = 3;
    private static final int WRITERS = 8;
    private static final int ONE_ROOM_READERS = 60;
    private static final int MULTI_ROOM_READERS = 30;
    private static final List<String> ROOMS = List.of("hot", "warm", "mild", "cool");

    /// For some 300 messages a second on two cores that all of this shares.
    private static final Duration PAUSE = Duration.ofMillis(25);

    private static final Duration DEADLINE = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    private final Heard.Everybody everybody = new Heard.Everybody();
    private final StreamReader.Tally tally = new StreamReader.Tally();

    @Test
    void readersThatComeBackWithTheirCursorsMissAndRepeatNothing() throws Exception {
        SplittableRandom random = Seed.of("streams");
        var history = new History();
        try (ServerProcess server = ServerProcess.start(folder, Options.sqlite())) {
            var plan =
                    new Writers.Plan("s", WRITERS, List.of(server.uri("/")), ROOMS, PAUSE, DEADLINE, random.nextLong());
            List<StreamReader> readers = List.of();
            try (var writers = Writers.start(plan, history)) {
                writers.awaitEach(3, PATIENCE);
                readers = readers(server.port(), random);
                readers.forEach(StreamReader::start);
                killAgainAndAgain(server, writers, random);
                writers.finish(PATIENCE);
                hearTheRest(readers, heads(StoredLog.ofSqlite(SqliteScene.file(folder))));
            } finally {
                readers.forEach(StreamReader::abandon);
            }
            StoredLog log = StoredLog.ofSqlite(SqliteScene.file(folder));
            LogCheck.assertSound("streams", history, log);
            System.out.println("streams: " + log.rows().size() + " rows, " + history + "; " + tally);
            check(log);
        }
    }

    private List<StreamReader> readers(int port, SplittableRandom random) {
        var readers = new ArrayList<StreamReader>();
        for (int i = 0; i < ONE_ROOM_READERS; i++) {
            List<String> room = List.of(ROOMS.get(i % ROOMS.size()));
            readers.add(new StreamReader(List.of(port), i, room, false, false, random.split(), everybody, tally));
        }
        for (int i = 0; i < MULTI_ROOM_READERS; i++) {
            List<String> rooms = ROOMS.subList(i % 2, i % 2 + 3);
            readers.add(new StreamReader(List.of(port), i, rooms, true, false, random.split(), everybody, tally));
        }
        return readers;
    }

    private static void killAgainAndAgain(ServerProcess server, Writers writers, SplittableRandom random) {
        Duration stretch = Duration.ofSeconds(SECONDS).dividedBy(KILLS + 1);
        for (int i = 0; i < KILLS; i++) {
            Pace.until(System.nanoTime() + stretch.toNanos() / 2 + random.nextLong(stretch.toNanos() / 2));
            server.killHard();
            server.restart();
            writers.awaitEach(3, PATIENCE);
        }
        Pace.until(System.nanoTime() + stretch.toNanos());
    }

    private void hearTheRest(List<StreamReader> readers, Map<String, Long> heads) {
        readers.forEach(reader -> reader.finish(heads));
        await("each reader hears the rest")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(readers.stream().filter(reader -> !reader.ended()))
                        .as(String.join("\n", everybody.findings()))
                        .isEmpty());
    }

    private static Map<String, Long> heads(StoredLog log) {
        var heads = new HashMap<String, Long>();
        log.heads().forEach(head -> heads.put(head.log().room(), head.last()));
        return heads;
    }

    private void check(StoredLog log) {
        assertThat(everybody.findings()).isEmpty();
        assertThat(everybody.differences(log)).isEmpty();
        assertThat(tally.beforeEvents().sum()).isPositive();
        assertThat(tally.inReplay().sum()).isPositive();
        assertThat(tally.events().sum()).isGreaterThan(everybody.bodies().size());
    }
}
