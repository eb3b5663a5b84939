package dev.parley.bench.server;

import dev.parley.bench.stream.ServerFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What processes use, read from `/proc`. A process that has ended counts as nothing.
public record ProcessFigures(List<Long> pids) implements ServerFigures {

    /// Linux tells processor time in hundredths of a second, whatever its own clock.
    private static final double TICKS_PER_SECOND = 100;
    private static final int PAGE = 4_096;
    /// Of the fields after the command's name, which may contain blanks.
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int RESIDENT = 1;

    public ProcessFigures {
        pids = List.copyOf(pids);
    }

    @Override
    public double cpuSeconds() {
        long ticks = 0;
        for (long pid : pids) {
            String stat = read(pid, "stat");
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
            if (fields.length > SYSTEM_TIME) {
                ticks += Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
            }
        }
        return ticks / TICKS_PER_SECOND;
    }

    @Override
    public double residentBytes() {
        double bytes = 0;
        for (long pid : pids) {
            String[] fields = read(pid, "statm").strip().split(" ");
            bytes += fields.length > RESIDENT ? Double.parseDouble(fields[RESIDENT]) * PAGE : 0;
        }
        return bytes;
    }

    @Override
    public int openFiles() {
        int open = 0;
        for (long pid : pids) {
            try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
                open += (int) files.count();
            } catch (IOException _) {
                continue;
            }
        }
        return open;
    }

    private static String read(long pid, String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), file));
        } catch (IOException _) {
            return "";
        }
    }
}
