package dev.parley.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// All that one run found out.
///
/// @param title the benchmark in a few words
/// @param facts what else the figures depend on, by name
/// @param loadAfter the machine's load average at the end
/// @param counted the name of what is counted a second
/// @param verified one sentence on what was looked up afterwards
public record Report(
        String title,
        Machine machine,
        Map<String, String> facts,
        double loadAfter,
        String counted,
        List<Cell> cells,
        List<Bar> bars,
        String verified) {

    /// What [#verified] begins with when what was looked up is not as it should be.
    public static final String FLAW = "NOT EVERYTHING ARRIVED AS IT SHOULD: ";

    /// Whether a run that asserts is to fail.
    public boolean missed() {
        return bars.stream().anyMatch(bar -> bar.binding() && !bar.reached());
    }

    /// For a person at a terminal.
    public String text() {
        String circumstances = Table.of(2, circumstances()).text();
        String figures = Table.of(2, figures()).text();
        return title + "\n\n" + circumstances + "\n" + figures + "\n" + verdicts() + verified + "\n";
    }

    /// Names and values.
    List<List<String>> circumstances() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "machine",
                "%d cores, %s, %s; load %.1f before, %.1f after"
                        .formatted(machine.cores(), machine.processor(), machine.system(), machine.load(), loadAfter)));
        rows.add(List.of(
                "java",
                "%s, collector %s, heap up to %d MiB"
                        .formatted(machine.java(), machine.collector(), machine.maxHeapMiB())));
        rows.add(List.of("disk", disk()));
        facts.forEach((name, value) -> rows.add(List.of(name, value)));
        return rows;
    }

    private String disk() {
        String flush = "%s, a 4 KiB write with its flush takes %s ms (p50), %s ms (p99)"
                .formatted(
                        machine.fileSystem(),
                        millis(machine.flush().p50()),
                        millis(machine.flush().p99()));
        return machine.onDisk() ? flush : flush + "; THIS IS MEMORY, NOT A DISK: the figures mean nothing";
    }

    /// Titles, then a row for each cell: two columns of words, then figures.
    List<List<String>> figures() {
        if (cells.isEmpty()) {
            return List.of();
        }
        List<String> names = cells.stream()
                .flatMap(cell -> cell.samples().stream())
                .flatMap(sample -> sample.also().keySet().stream())
                .distinct()
                .toList();
        var titles = new ArrayList<>(List.of("load", "way", counted + "/s", "p50 ms", "p99 ms", "max ms"));
        titles.addAll(names);
        List<List<String>> rows = new ArrayList<>();
        rows.add(titles);
        cells.forEach(cell -> rows.add(row(cell, names)));
        return rows;
    }

    private static List<String> row(Cell cell, List<String> names) {
        Latency latency = cell.latency();
        var row = new ArrayList<>(List.of(
                cell.load(),
                cell.way(),
                String.format(Locale.ROOT, "%,.0f", cell.perSecond()),
                millis(latency.p50()),
                millis(latency.p99()),
                millis(latency.max())));
        names.forEach(name -> row.add(String.format(Locale.ROOT, "%,.1f", cell.also(name))));
        return row;
    }

    private String verdicts() {
        var text = new StringBuilder();
        bars.forEach(bar -> text.append(bar.line()).append('\n'));
        return text.toString();
    }

    private static String millis(long micros) {
        return String.format(Locale.ROOT, "%,.1f", micros / 1_000.0);
    }
}
