package dev.parley.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// A report for programs: everything in it, every round included, latencies in µs.
public final class ReportFile {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ReportFile() {}

    public static void write(Report report, Path file) throws IOException {
        Files.writeString(file, JSON.writeValueAsString(document(report)) + "\n");
    }

    private static Map<String, Object> document(Report report) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("title", report.title());
        document.put("machine", report.machine());
        document.put("facts", report.facts());
        document.put("loadAfter", report.loadAfter());
        document.put("counted", report.counted());
        document.put("cells", report.cells().stream().map(ReportFile::cell).toList());
        document.put("bars", report.bars().stream().map(ReportFile::bar).toList());
        document.put("verified", report.verified());
        return document;
    }

    private static Map<String, Object> cell(Cell cell) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("load", cell.load());
        document.put("way", cell.way());
        document.put("perSecond", cell.perSecond());
        document.put("latency", cell.latency());
        document.put("rounds", cell.samples().stream().map(ReportFile::round).toList());
        return document;
    }

    private static Map<String, Object> round(Sample sample) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("count", sample.count());
        document.put("seconds", sample.seconds());
        document.put("perSecond", sample.perSecond());
        document.put("latency", sample.latency());
        document.putAll(sample.also());
        return document;
    }

    private static Map<String, Object> bar(Bar bar) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("what", bar.what());
        document.put("figure", bar.figure());
        document.put("unit", bar.unit());
        if (bar.bound() != null) {
            document.put(bar.side().name().toLowerCase(Locale.ROOT), bar.bound());
            document.put("reached", bar.reached());
            document.put("binding", bar.binding());
        }
        return document;
    }
}
