package dev.parley.bench.delivery;

import dev.parley.bench.report.Latency;
import dev.parley.bench.report.Sample;
import dev.parley.bench.stream.Connected;
import dev.parley.bench.stream.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;

/// Names the figures of a run for the report.
final class Samples {

    static final String CPU = "server µs";
    static final String SERVER = "server %";
    static final String GENERATOR = "generator %";
    static final String OPEN_CPU = "µs to open";
    static final String P999 = "p99.9 ms";
    static final String FRAME = "bytes";

    private static final double TAIL = 99.9;

    private Samples() {}

    static Sample of(Connected connected, Outcome outcome) {
        Map<String, Double> also = new LinkedHashMap<>();
        also.put(P999, outcome.findings().latency().getValueAtPercentile(TAIL) / 1e3);
        also.put(CPU, outcome.cpuMicrosEach());
        also.put(SERVER, outcome.serverPercent());
        also.put(GENERATOR, outcome.busy() * 100);
        also.put(FRAME, outcome.frame());
        also.put(OPEN_CPU, connected.cpuMicros());
        return new Sample(
                outcome.whole().counted(),
                outcome.seconds(),
                Latency.of(outcome.findings().latency()),
                also);
    }
}
