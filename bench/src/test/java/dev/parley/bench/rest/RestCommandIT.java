package dev.parley.bench.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bench.Progress;
import dev.parley.bench.report.Cell;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A tiny run against a real server: that everything is measured and looked up, not how fast it is.
class RestCommandIT {

    @TempDir
    private Path folder;

    @Test
    void bothKindsOfRequestAreMeasuredAndWhatWasPublishedIsFound() {
        var plan = new RestPlan(2, Duration.ofMillis(300), Duration.ofMillis(300), 20, 4, List.of("-Xmx256m"));
        var progress = new Progress(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), false);
        Report report = RestCommand.run(plan, Machine.inspect(folder), Optional.empty(), folder, progress);
        assertThat(report.cells()).extracting(Cell::way).containsExactly("published", "parsed and discarded");
        assertThat(report.cells()).allSatisfy(cell -> {
            assertThat(cell.samples()).hasSize(2);
            assertThat(cell.perSecond()).isPositive();
            assertThat(cell.latency().p50()).isPositive();
        });
        assertThat(report.verified()).containsPattern("all [1-9][0-9,]* acknowledged messages are in the log");
        assertThat(report.bars()).hasSize(1);
    }
}
