package dev.parley.bench.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.Progress;
import dev.parley.bench.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tiny runs: that everything is measured and looked up, not how fast it is.
class AppendCommandTest {

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private Report run(String... words) {
        var arguments = Arguments.parse(List.of(words), AppendCommand.SWITCHES, AppendCommand.SETTINGS);
        return AppendCommand.run(
                arguments, folder, new Progress(new PrintStream(said, true, StandardCharsets.UTF_8), false));
    }

    @Test
    void everyWayIsMeasuredOverEveryLoadInMemory() {
        var report = run("--stores=memory", "--rounds=2", "--seconds=0.05", "--rooms=20", "--in-flight=64");
        assertThat(report.cells())
                .extracting(cell -> cell.load() + ": " + cell.way())
                .containsExactly(
                        "memory, one hot room: lanes, 64 in flight",
                        "memory, one hot room: one transaction each, 1 connection",
                        "memory, 20 rooms: lanes, 64 in flight",
                        "memory, 20 rooms: one transaction each, 1 connection");
        assertThat(report.cells()).allSatisfy(cell -> {
            assertThat(cell.samples()).hasSize(2);
            assertThat(cell.perSecond()).isPositive();
            assertThat(cell.latency().max()).isPositive();
        });
    }

    @Test
    void whatSqliteAcknowledgesIsFoundInItsFile() {
        var report = run("--stores=sqlite", "--rounds=1", "--seconds=0.1", "--rooms=20", "--in-flight=64");
        assertThat(report.cells())
                .hasSize(4)
                .allSatisfy(cell -> assertThat(cell.perSecond()).isPositive());
        assertThat(report.verified()).matches("(?s).* all [1-9][0-9,]* acknowledged appends are in the log.*");
    }

    @Test
    void aRunSaysWhereItIs() {
        run("--stores=memory", "--rounds=1", "--seconds=0.05", "--lanes-only");
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("warming up: memory, one hot room, lanes")
                .contains("round 1 of 1: memory, 1,000 rooms, lanes")
                .doesNotContain("one transaction");
    }

    @Test
    void anUnknownStoreIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> run("--stores=memory,oracle"))
                .isInstanceOf(BenchFailure.class)
                .hasMessage("there is no store 'oracle'; --stores takes some of memory, postgres, sqlite, separated by"
                        + " commas.");
    }
}
