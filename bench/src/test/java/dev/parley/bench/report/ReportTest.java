package dev.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

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
}
