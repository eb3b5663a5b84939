package dev.parley.bench.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bench.Arguments;
import dev.parley.bench.Progress;
import dev.parley.bench.report.Bar;
import dev.parley.bench.report.Cell;
import dev.parley.bench.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A tiny run against a real server: that everything is measured, not how fast it is.
class SignalsCommandIT {

    @TempDir
    private Path folder;

    @Test
    void bothSidesAreMeasuredAndNobodyHearsMoreThanARoomTells() {
        var arguments = Arguments.parse(
                List.of(
                        "--viewers=20",
                        "--people=40",
                        "--typing=200",
                        "--rounds=1",
                        "--seconds=1.5",
                        "--warm-up=0.5",
                        "--drain=3",
                        "--require-all",
                        "--max-p99-ratio=1000",
                        "--server-flags=-Xmx256m"),
                SignalsPlan.SWITCHES,
                SignalsPlan.SETTINGS);
        var progress = new Progress(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), false);
        Report report = SignalsCommand.run(arguments, folder, progress).report();

        assertThat(report.cells()).extracting(Cell::way).containsExactly("nobody types", "many type");
        assertThat(report.cells())
                .allSatisfy(cell -> assertThat(cell.perSecond()).isPositive());
        assertThat(report.cells().getFirst().also("signals/s each")).isZero();
        assertThat(report.cells().getLast().also("signals/s each"))
                .as("merged: 200 a second are sent")
                .isBetween(10.0, 55.0);
        assertThat(report.bars()).hasSize(3).allMatch(Bar::reached);
        assertThat(report.verified()).doesNotStartWith(Report.FLAW);
    }
}
