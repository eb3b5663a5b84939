package dev.parley.bench.rest;

import dev.parley.bench.Arguments;
import dev.parley.bench.Progress;
import dev.parley.bench.report.Bar;
import dev.parley.bench.report.Bar.Unit;
import dev.parley.bench.report.Cell;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Report;
import dev.parley.bench.server.Cores;
import dev.parley.bench.server.JavaCommand;
import dev.parley.bench.server.ServerUnderLoad;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// `./parley bench rest`.
public final class RestCommand {

    public static final Set<String> SWITCHES = RestPlan.SWITCHES;
    public static final Set<String> SETTINGS = RestPlan.SETTINGS;

    /// Publishing is to reach so much of what the same server does when it throws the message away.
    private static final double LEAST_PERCENT = 60;
    /// A generator that computes more than this part of the time may be what is measured.
    private static final double BUSY_PERCENT = 85;

    private RestCommand() {}

    /// @param folder an empty one for everything that is stored
    public static Report run(Arguments arguments, Path folder, Progress progress) {
        var machine = Machine.inspect(folder);
        Optional<Cores> cores = Cores.divide();
        cores.ifPresent(Cores::takeGenerators);
        return run(RestPlan.of(arguments), machine, cores, folder, progress);
    }

    static Report run(RestPlan plan, Machine machine, Optional<Cores> cores, Path folder, Progress progress) {
        progress.at("starting the server");
        String secret = UUID.randomUUID() + UUID.randomUUID().toString();
        try (var server = ServerUnderLoad.start(
                JavaCommand.of(DiscardServer.class, plan.serverFlags()),
                folder,
                secret,
                cores.map(Cores::serverCommand).orElse(List.of()),
                List.of())) {
            var bench = new RestBench(plan, server, secret, progress);
            List<Cell> cells = bench.run();
            Map<String, String> facts = facts(plan, cores, bench, cells);
            facts.putAll(warnings(server));
            return report(plan, machine, facts, cells, bench.verified());
        }
    }

    private static Map<String, String> facts(RestPlan plan, Optional<Cores> cores, RestBench bench, List<Cell> cells) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("sqlite", bench.storeVersion());
        facts.put(
                "cores",
                cores.map(divided -> "the server's process on core %d, the load generator on %s"
                                .formatted(divided.server(), divided.generator()))
                        .orElse("server and load generator share all: there is no second core, or no taskset"));
        facts.put(
                "requests",
                "kept-alive connections with a token each, one request at a time, 150 bytes of data; warmed up for %s s"
                        .formatted(plan.warmUp().toSeconds()));
        if (cells.stream().anyMatch(cell -> cell.also(RestBench.GENERATOR) > BUSY_PERCENT)) {
            facts.put("generator", "THE LOAD GENERATOR WAS NEARLY ALWAYS BUSY: it may be what was measured");
        }
        return facts;
    }

    private static Map<String, String> warnings(ServerUnderLoad server) {
        List<String> warnings = server.warnings();
        return warnings.isEmpty()
                ? Map.of()
                : Map.of("server", "%d warnings, the first: %s".formatted(warnings.size(), warnings.getFirst()));
    }

    private static Report report(
            RestPlan plan, Machine machine, Map<String, String> facts, List<Cell> cells, long verified) {
        double percent = 100 * cells.getFirst().times(cells.getLast());
        return new Report(
                String.format(
                        Locale.ROOT,
                        "Publishing over REST: %d × %.1f s of each kind of request, in turn; medians",
                        plan.rounds(),
                        plan.length().toMillis() / 1_000.0),
                machine,
                facts,
                Machine.loadNow(),
                "requests",
                cells,
                List.of(Bar.binding(
                        LEAST_PERCENT, "published of what can be parsed and discarded", percent, Unit.PERCENT)),
                String.format(
                        Locale.ROOT,
                        "Looked up after each round: all %,d acknowledged messages are in the log, each once, with its"
                                + " seq and its data, no room's seqs have a hole.",
                        verified));
    }
}
