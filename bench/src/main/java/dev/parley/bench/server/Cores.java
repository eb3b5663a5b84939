package dev.parley.bench.server;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// One core for the server and the others for the load generator, so that neither takes the other's time.
///
/// @param server the number of a core
/// @param generator numbers of the other cores
public record Cores(int server, List<Integer> generator) {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final int DEADLINE_SECONDS = 10;

    /// Empty where there is one core only, or no `taskset`.
    public static Optional<Cores> divide() {
        List<Integer> allowed = allowed();
        boolean divisible = allowed.size() > 1 && hasTaskset();
        return divisible
                ? Optional.of(new Cores(allowed.getFirst(), allowed.subList(1, allowed.size())))
                : Optional.empty();
    }

    private static List<Integer> allowed() {
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .findFirst()
                    .map(line -> numbers(line.substring(ALLOWED.length()).strip()))
                    .orElse(List.of());
        } catch (IOException _) {
            return List.of();
        }
    }

    /// Reads `0-2,5`.
    static List<Integer> numbers(String ranges) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : ranges.split(",")) {
            String[] ends = range.split("-");
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .forEach(numbers::add);
        }
        return numbers;
    }

    private static boolean hasTaskset() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "taskset")));
    }

    /// What comes before the server's command.
    public List<String> serverCommand() {
        return List.of("taskset", "-c", Integer.toString(server));
    }

    /// Moves all threads of this process, and those it will start, to the generator's cores.
    public void takeGenerators() {
        String list = generator.stream().map(Object::toString).collect(Collectors.joining(","));
        String pid = Long.toString(ProcessHandle.current().pid());
        try {
            Process process = new ProcessBuilder("taskset", "-a", "-p", "-c", list, pid)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("taskset does not move this process to other cores");
            }
        } catch (IOException e) {
            throw new IllegalStateException("taskset does not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while moving to other cores", e);
        }
    }
}
