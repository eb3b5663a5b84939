package dev.parley.adapters.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a killed process had acknowledged is in the file, judged by plain SQL.
class SqliteCrashTest {

    private static final int ROUNDS = 3;
    private static final int LINES_BEFORE_THE_KILL = 400;

    @TempDir
    Path folder;

    @Test
    void whatWasAcknowledgedSurvivesKills() throws Exception {
        Map<String, Long> acknowledged = new HashMap<>();
        for (int round = 1; round <= ROUNDS; round++) {
            acknowledged.putAll(writeUntilKilled("r" + round));

            try (var store = SqliteStore.open(folder, InstantSource.system())) {
                assertThat(store.generation().current()).isEqualTo(1);
                assertThat(store.roomReader()
                                .read(WritingProcess.ROOM.room())
                                .orElseThrow()
                                .head())
                        .isEqualTo(logged().size());
            }
            var log = logged();
            assertThat(log).containsAllEntriesOf(acknowledged);
            assertThat(log.values().stream().sorted())
                    .isEqualTo(LongStream.rangeClosed(1, log.size()).boxed().toList());
        }
    }

    private Map<String, Long> writeUntilKilled(String word) throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WritingProcess.class.getName(),
                        folder.toString(),
                        word)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> lines = new ArrayList<>();
        try (var out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
                if (lines.size() == LINES_BEFORE_THE_KILL) {
                    // By its handle: the process itself would close the stream that is still to be read.
                    process.toHandle().destroyForcibly();
                }
            }
        }
        process.waitFor();
        assertThat(lines.size()).isGreaterThanOrEqualTo(LINES_BEFORE_THE_KILL);
        return parsed(lines);
    }

    /// The last line may have been cut by the kill.
    private static Map<String, Long> parsed(List<String> lines) {
        Map<String, Long> acknowledged = new HashMap<>();
        for (String line : lines.subList(0, lines.size() - 1)) {
            String[] parts = line.split(" ");
            acknowledged.put(parts[0], Long.valueOf(parts[1]));
        }
        return acknowledged;
    }

    private Map<String, Long> logged() throws SQLException {
        Map<String, Long> log = new HashMap<>();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("parley.db"));
                var rows = connection.createStatement().executeQuery("select client_msg_id, seq from message")) {
            while (rows.next()) {
                assertThat(log.put(rows.getString(1), rows.getLong(2))).isNull();
            }
        }
        return log;
    }
}
