package dev.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.parley.bench.report.Bar.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {

    private static final Machine MACHINE = new Machine(
            2, "a processor", "a system", 0.5, "a Java", "G1", 512, "ext4", new Latency(1_500, 20_000, 30_000));

    private static Report report(String fileSystem, Bar... bars) {
        var machine = new Machine(
                MACHINE.cores(),
                MACHINE.processor(),
                MACHINE.system(),
                MACHINE.load(),
                MACHINE.java(),
                MACHINE.collector(),
                MACHINE.maxHeapMiB(),
                fileSystem,
                MACHINE.flush());
        var cell = new Cell(
                "store, one room",
                "lanes",
                List.of(new Sample(30_000, 2, new Latency(1_234, 5_678, 99_999), Map.of("items/tx", 499.6))));
        return new Report(
                "A title", machine, Map.of("store", "1.2"), 1.5, "appends", List.of(cell), List.of(bars), "All there.");
    }

    @Test
    void theTextAlignsFiguresUnderTheirTitles() {
        assertThat(report("ext4").text()).contains("""
                load             way    appends/s  p50 ms  p99 ms  max ms  items/tx
                store, one room  lanes     15,000     1.2     5.7   100.0     499.6
                """);
    }

    @Test
    void theTextTellsWhatTheFiguresDependOn() {
        assertThat(report("ext4").text())
                .startsWith("A title\n\nmachine")
                .contains("2 cores, a processor, a system; load 0.5 before, 1.5 after")
                .contains("a 4 KiB write with its flush takes 1.5 ms (p50), 20.0 ms (p99)\n")
                .contains("store    1.2\n")
                .endsWith("All there.\n");
    }

    @Test
    void filesInMemoryAreCalledWhatTheyAre() {
        assertThat(report("tmpfs").text()).contains("THIS IS MEMORY");
    }

    @Test
    void aBarIsReachedFromItsLeastOn() {
        assertThat(report("ext4", Bar.binding(10, "lanes to one", 10, Unit.TIMES))
                        .text())
                .contains("lanes to one: 10.0 ×, at least 10.0 ×: reached\n");
        assertThat(report("ext4", Bar.binding(10, "lanes to one", 9.9, Unit.TIMES))
                        .text())
                .contains("lanes to one: 9.9 ×, at least 10.0 ×: fell short\n");
    }

    @Test
    void onlyABindingBarThatFellShortIsAMiss() {
        assertThat(report("ext4", Bar.binding(60, "share", 59, Unit.PERCENT)).missed())
                .isTrue();
        assertThat(report("ext4", Bar.binding(60, "share", 60, Unit.PERCENT)).missed())
                .isFalse();
        assertThat(report("ext4", Bar.against(20_000, "rate", 3, Unit.PER_SECOND))
                        .missed())
                .isFalse();
        assertThat(report("ext4", Bar.told("ratio", 0.1, Unit.TIMES)).missed()).isFalse();
    }

    @Test
    void theFileHoldsEveryRoundAndEveryBar(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("report.json");
        ReportFile.write(report("ext4", Bar.against(20_000, "rate", 15_000, Unit.PER_SECOND)), file);
        var json = new JsonMapper().readTree(Files.readString(file));
        var round = json.at("/cells/0/rounds/0");
        assertThat(round.at("/count").asInt()).isEqualTo(30_000);
        assertThat(round.at("/perSecond").asDouble()).isEqualTo(15_000);
        assertThat(round.at("/latency/p99").asInt()).isEqualTo(5_678);
        assertThat(round.at("/items~1tx").asDouble()).isEqualTo(499.6);
        assertThat(json.at("/bars/0/reached").asBoolean()).isFalse();
        assertThat(json.at("/bars/0/unit").asString()).isEqualTo("PER_SECOND");
        assertThat(json.at("/machine/flush/p50").asInt()).isEqualTo(1_500);
    }

    @Test
    void aBarMayAlsoBeAMost() {
        var bar = Bar.atMost(100, "p99", 101, Unit.MILLIS);
        assertThat(report("ext4", bar).text()).contains("p99: 101.0 ms, at most 100.0 ms: exceeded\n");
        assertThat(report("ext4", bar).missed()).isTrue();
        assertThat(report("ext4", Bar.atMost(100, "p99", 100, Unit.MILLIS)).missed())
                .isFalse();
    }

    @Test
    void thePageHoldsEverythingAndNeedsNothingElse(@TempDir Path folder) throws IOException {
        var line = new Plot.Line(
                "a <line>", List.of(new Plot.Point(0, 1), new Plot.Point(50, 20), new Plot.Point(99, 90)));
        var plot = new Plot(
                "A plot",
                Scale.percentiles("percentile", 99),
                Scale.logarithmic("ms", 1, 90),
                List.of(line, line),
                0,
                0);
        Path file = folder.resolve("made/page.html");
        HtmlReport.write(report("ext4", Bar.atMost(1, "p99 & more", 2, Unit.MILLIS)), List.of(plot), file);
        String page = Files.readString(file);
        assertThat(page)
                .contains("<h1>A title</h1>")
                .contains("<li class=\"missed\">p99 &amp; more: 2.0 ms, at most 1.0 ms: exceeded</li>")
                .contains("<td>appends/s</td><td>15,000</td>")
                .contains("All there.")
                .contains("<figcaption>A plot</figcaption>")
                .contains("a &lt;line&gt;")
                .contains("prefers-color-scheme: dark")
                .doesNotContain("<script", "http://", "https://", "url(", "@import", "src=");
        assertThat(page.split("<polyline", -1)).hasSize(3);
    }

    @Test
    void scalesPutValuesInTheirPlace() {
        var linear = Scale.linear("x", 930);
        assertThat(linear.at(0)).isZero();
        assertThat(linear.at(linear.ticks().getLast().value())).isEqualTo(1);
        assertThat(linear.ticks()).extracting(Scale.Tick::text).contains("0", "200", "1000");
        var percentiles = Scale.percentiles("x", 99.9);
        assertThat(percentiles.at(90)).isCloseTo(1.0 / 3, offset(1e-6));
        assertThat(percentiles.ticks())
                .extracting(Scale.Tick::text)
                .containsExactly("0 %", "50 %", "90 %", "99 %", "99.9 %");
        var logarithmic = Scale.logarithmic("x", 1, 100);
        assertThat(logarithmic.at(100) - logarithmic.at(10))
                .isCloseTo(logarithmic.at(10) - logarithmic.at(1), offset(1e-6));
    }
}
