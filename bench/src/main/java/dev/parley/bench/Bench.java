package dev.parley.bench;

import dev.parley.bench.append.AppendCommand;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.ReportFile;
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
                case "append" -> run(words, AppendCommand.SWITCHES, AppendCommand.SETTINGS, AppendCommand::run);
                case "rest" -> run(words, RestCommand.SWITCHES, RestCommand.SETTINGS, RestCommand::run);
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
        Report run(Arguments arguments, Path folder, Progress progress);
    }

    private static int run(List<String> words, Set<String> switches, Set<String> settings, Benchmark benchmark) {
        var arguments = Arguments.parse(words.subList(1, words.size()), switches, settings);
        return conclude(arguments, inFolder(folder -> benchmark.run(arguments, folder, Progress.onStandardError())));
    }

    private static int conclude(Arguments arguments, Report report) {
        System.out.print(report.text());
        arguments.text("--json").ifPresent(file -> write(report, Path.of(file)));
        return arguments.has("--assert") && report.missed() ? 1 : 0;
    }

    private static void write(Report report, Path file) {
        try {
            ReportFile.write(report, file);
        } catch (IOException e) {
            throw BenchFailure.cannotRun("the report cannot be written to " + file + ": " + e + ".");
        }
    }

    /// Gives it an empty folder that is gone afterwards.
    private static Report inFolder(Function<Path, Report> benchmark) {
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
