package dev.parley.bench.append;

import dev.parley.bench.Arguments;
import dev.parley.bench.BenchFailure;
import dev.parley.bench.Progress;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Report;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// `./parley bench append`.
public final class AppendCommand {

    public static final Set<String> SWITCHES = AppendPlan.SWITCHES;
    public static final Set<String> SETTINGS = AppendPlan.SETTINGS;

    private AppendCommand() {}

    /// @param folder an empty one for everything that is stored
    public static Report run(Arguments arguments, Path folder, Progress progress) {
        AppendPlan plan = AppendPlan.of(arguments);
        var machine = Machine.inspect(folder);
        List<StoreUnderLoad> stores = new ArrayList<>();
        try {
            for (String name : plan.stores()) {
                progress.at("opening " + name);
                stores.add(open(name, folder));
            }
            var bench = new AppendBench(plan, stores, progress);
            return report(plan, machine, stores, bench.run(), bench.verified());
        } finally {
            stores.reversed().forEach(StoreUnderLoad::close);
        }
    }

    private static StoreUnderLoad open(String name, Path folder) {
        return switch (name) {
            case "memory" -> new MemoryUnderLoad();
            case "sqlite" -> new SqliteUnderLoad(folder.resolve("sqlite"));
            case "postgres" -> new PostgresUnderLoad();
            default -> throw BenchFailure.cannotRun("there is no store '" + name + "'.");
        };
    }

    private static Report report(
            AppendPlan plan, Machine machine, List<StoreUnderLoad> stores, List<Contest> contests, long verified) {
        Map<String, String> facts = new LinkedHashMap<>();
        stores.forEach(store -> facts.put(store.name(), store.version()));
        facts.put("messages", "150 bytes of data each, from 50 senders, each message with an id of its own");
        return new Report(
                String.format(
                        Locale.ROOT,
                        "The append path: %d × %.1f s of each way, in turn; medians",
                        plan.rounds(),
                        plan.length().toMillis() / 1_000.0),
                machine,
                facts,
                Machine.loadNow(),
                "appends",
                contests.stream().flatMap(contest -> contest.cells().stream()).toList(),
                contests.stream().flatMap(contest -> contest.bars().stream()).toList(),
                String.format(
                        Locale.ROOT,
                        "Looked up after each run: all %,d acknowledged appends are in the log, each once, with its seq"
                                + " and its data, no room's seqs have a hole.",
                        verified));
    }
}
