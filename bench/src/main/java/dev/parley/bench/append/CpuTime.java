package dev.parley.bench.append;

import java.time.Duration;
import java.util.stream.Stream;

/// What this process and those it started, a database for instance, have computed. Unlike a rate it hardly depends on
/// what else the machine does.
final class CpuTime {

    private CpuTime() {}

    static double micros() {
        var processes = Stream.concat(
                Stream.of(ProcessHandle.current()), ProcessHandle.current().descendants());
        return processes
                        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                        .mapToLong(Duration::toNanos)
                        .sum()
                / 1e3;
    }
}
