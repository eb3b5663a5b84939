package dev.parley.bench.report;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/// What the figures depend on apart from the code.
///
/// @param load the machine's load average over the last minute when the benchmark began; negative: unknown
/// @param fileSystem of the folder the stores lie in
/// @param flush a 4 KiB write with its flush in that folder
public record Machine(
        int cores,
        String processor,
        String system,
        double load,
        String java,
        String collector,
        long maxHeapMiB,
        String fileSystem,
        Latency flush) {

    public static Machine inspect(Path folder) {
        var runtime = Runtime.getRuntime();
        return new Machine(
                runtime.availableProcessors(),
                processorName(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                loadNow(),
                System.getProperty("java.vendor") + " " + Runtime.version(),
                collectorNames(),
                runtime.maxMemory() >> 20,
                fileSystemOf(folder),
                FlushProbe.measure(folder));
    }

    /// The machine's load average over the last minute.
    public static double loadNow() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String processorName() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException _) {
            return "unknown processor";
        }
    }

    private static String collectorNames() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .map(name -> name.split(" ")[0])
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String fileSystemOf(Path folder) {
        try {
            return Files.getFileStore(folder).type();
        } catch (IOException _) {
            return "unknown file system";
        }
    }

    /// Files in memory are flushed for free, so nothing measured on them says anything about a disk.
    public boolean onDisk() {
        return !fileSystem.equals("tmpfs") && !fileSystem.equals("ramfs");
    }
}
