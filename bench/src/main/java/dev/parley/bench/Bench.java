package dev.parley.bench;

import dev.parley.bench.append.AppendCommand;
import dev.parley.bench.delivery.CompareCommand;
import dev.parley.bench.delivery.LiveCommand;
import dev.parley.bench.delivery.LoadCommand;
import dev.parley.bench.delivery.ShareCommand;
import dev.parley.bench.delivery.SignalsCommand;
import dev.parley.bench.report.HtmlReport;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.ReportFile;
import dev.parley.bench.report.Visual;
import dev.parley.bench.rest.RestCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Runs the benchmark that the first argument names. Figures go to the standard output, progress to the error stream.
///
/// Ends with 0, with 1 when what was found is wrong or, with `--assert`, missed a bar, with 2 when it could not run.
public final class Bench {

    private static final String PAGE = "bench/target/load.html";

    private Bench() {}

    public static void main(String[] words) {
        // Without it Logback would write everything it is told to the standard output.
        System.setProperty("logback.configurationFile", "bench-logback.xml");
        System.exit(run(List.of(words)));
    }

    static int run(List<String> words) {
        try {
            return switch (words.isEmpty() ? "help" : words.getFirst()) {
                case "help", "-h", "--help" -> {
                    System.out.print(HelpText.TEXT);
                    yield 0;
                }
                case "append" ->
                    measure(words, AppendCommand.SWITCHES, AppendCommand.SETTINGS, plain(AppendCommand::run));
                case "rest" -> measure(words, RestCommand.SWITCHES, RestCommand.SETTINGS, plain(RestCommand::run));
                case "load" -> load(words, LoadCommand.SWITCHES, LoadCommand.SETTINGS, LoadCommand::run);
                case "live" -> load(words, LiveCommand.SWITCHES, LiveCommand.SETTINGS, LiveCommand::run);
                case "signals" -> load(words, SignalsCommand.SWITCHES, SignalsCommand.SETTINGS, SignalsCommand::run);
                case "compare" -> load(words, CompareCommand.SWITCHES, CompareCommand.SETTINGS, CompareCommand::run);
                case ShareCommand.NAME -> {
                    ShareCommand.run(Arguments.parse(words.subList(1, words.size()), Set.of(), ShareCommand.SETTINGS));
                    yield 0;
                }
                default ->
                    throw BenchFailure.cannotRun(
                            "there is no benchmark '" + words.getFirst() + "'; ./parley bench help lists them.");
            };
        } catch (BenchFailure e) {
            System.err.println("parley: " + e.getMessage());
            return e.kind().status;
        }
    }

    private interface Benchmark {
        Visual run(Arguments arguments, Path folder, Progress progress);
    }

    private interface PlainBenchmark {
        Report run(Arguments arguments, Path folder, Progress progress);
    }

    private static Benchmark plain(PlainBenchmark benchmark) {
        return (arguments, folder, progress) -> new Visual(benchmark.run(arguments, folder, progress), List.of());
    }

    private static int measure(List<String> words, Set<String> switches, Set<String> settings, Benchmark benchmark) {
        var arguments = Arguments.parse(words.subList(1, words.size()), switches, settings);
        Report report = run(arguments, benchmark).report();
        return arguments.has("--assert") && report.missed() ? 1 : 0;
    }

    /// Thresholds are those of the command line, so a missed one always counts.
    private static int load(List<String> words, Set<String> switches, Set<String> settings, Benchmark benchmark) {
        var arguments = Arguments.parse(words.subList(1, words.size()), switches, settings);
        Visual visual = run(arguments, benchmark);
        Path page = Path.of(arguments.text("--html").orElse(PAGE));
        write(page, file -> HtmlReport.write(visual.report(), visual.plots(), file));
        System.out.println("Plots: " + page.toAbsolutePath());
        return visual.report().missed() ? 1 : 0;
    }

    private static Visual run(Arguments arguments, Benchmark benchmark) {
        Visual visual = inFolder(folder -> benchmark.run(arguments, folder, Progress.onStandardError()));
        System.out.print(visual.report().text());
        arguments
                .text("--json")
                .map(Path::of)
                .ifPresent(json -> write(json, file -> ReportFile.write(visual.report(), file)));
        return visual;
    }

    private interface Writing {
        void to(Path file) throws IOException;
    }

    private static void write(Path file, Writing writing) {
        try {
            writing.to(file);
        } catch (IOException e) {
            throw BenchFailure.cannotRun("the report cannot be written to " + file + ": " + e + ".");
        }
    }

    /// Gives it an empty folder that is gone afterwards.
    private static Visual inFolder(Function<Path, Visual> benchmark) {
        try {
            Path folder = Files.createTempDirectory("parley-bench");
            try {
                return benchmark.apply(folder);
            } finally {
                remove(folder);
            }
        } catch (IOException e) {
            throw BenchFailure.cannotRun("the folder for temporary files cannot be used: " + e + ".");
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
