package dev.parley.faults;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// `./parley torture`: every way to run a fleet, with everything that can fail, one after the other; then a broker that
/// is down for two minutes. Progress goes to the standard output, the report there and into a file. Ends with 1 when
/// anything is found wrong.
final class Torture {

    private static final String HEAP = "heap";
    /// Only what is measured before anything fails, in every run.
    private static final String LATENCY = "latency";
    /// Between two faults.
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /// While the JVMs compile what is hot.
    private static final Duration WARM_UP = Duration.ofSeconds(15);

    private static final Duration MEASURED = Duration.ofSeconds(15);
    private static final Duration HUNG = Duration.ofSeconds(10);

    /// How long a room outlives its last reader, and what is added for the broker to be told.
    private static final Duration LINGER = Duration.ofSeconds(45);

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final Path folder;
    private final SplittableRandom random;
    private final List<String> report = new ArrayList<>();
    private int wrong;

    private Torture(Path folder, SplittableRandom random) {
        this.folder = folder;
        this.random = random;
    }

    public static void main(String[] words) throws Exception {
        String only = words.length == 0 ? "" : words[0].replaceFirst("^--only=", "");
        List<TortureRun> runs = only.equals(LATENCY) ? TortureRun.ALL : TortureRun.named(only);
        if (words.length > 1 || (runs.isEmpty() && !only.equals(HEAP))) {
            System.err.println(
                    "parley: torture takes --only= and part of one of: " + TortureRun.ALL + ", or latency, or heap.");
            System.exit(2);
        }
        Path folder = Files.createTempDirectory("parley-torture");
        var torture = new Torture(folder, Seed.of("torture"));
        try {
            for (TortureRun run : runs) {
                torture.attempt(run, only.equals(LATENCY));
            }
            if (only.isEmpty() || only.equals(HEAP)) {
                torture.brokerDown();
            }
        } finally {
            remove(folder);
        }
        torture.tell();
        System.exit(torture.wrong == 0 ? 0 : 1);
    }

    /// A run that breaks is wrong, and the others follow.
    private void attempt(TortureRun run, boolean onlyMeasured) throws InterruptedException {
        long begun = System.nanoTime();
        try {
            run(run, onlyMeasured);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            judge(run.toString(), List.of("the run broke: " + e));
        }
        say(run + ": took " + Duration.ofNanos(System.nanoTime() - begun).toSeconds() + " s");
    }

    private void run(TortureRun run, boolean onlyMeasured) throws Exception {
        say(run + ": three servers start" + (onlyMeasured ? "" : " while the broker is down"));
        report.add("");
        report.add("## " + run);
        report.add("");
        Path own = Files.createDirectory(folder.resolve(run.toString().replace('/', '-')));
        try (var fleet = TortureFleet.start(run, own, !onlyMeasured);
                var session = TortureSession.begin(fleet, random.split())) {
            List<String> slow = measure(run, fleet, session);
            if (!onlyMeasured) {
                hurt(run, session);
            }
            session.finish();
            if (!onlyMeasured && run.mode().equals("rooms")) {
                Duration took = session.countSubscriptions(LINGER);
                report.add("- as many room subscriptions as rooms with members, " + took.toSeconds()
                        + " s after the others had gone");
            }
            report.add("- " + session);
            judge(
                    run.toString(),
                    Stream.concat(slow.stream(), session.findings().stream()).toList());
        }
    }

    /// Side by side with the load, before anything fails.
    ///
    /// @return what is wrong
    private List<String> measure(TortureRun run, TortureFleet fleet, TortureSession session) throws Exception {
        say(run + ": measuring");
        try (var warmUp = new CrossNode(fleet, session.history(), "warm-up")) {
            warmUp.measure(WARM_UP);
        }
        long acknowledged = session.history().acknowledged();
        List<NodeMetrics> before = metrics(fleet);
        long begun = System.nanoTime();
        CrossNode.Found found;
        try (var crossNode = new CrossNode(fleet, session.history(), "timed")) {
            found = crossNode.measure(MEASURED);
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        report.add("- " + found);
        report.add(
                "- published each second: %.0f".formatted((session.history().acknowledged() - acknowledged) / seconds));
        List<NodeMetrics> after = metrics(fleet);
        for (int node = 0; node < TortureFleet.NODES; node++) {
            report.add("- node " + node + " each second: " + traffic(before.get(node), after.get(node), seconds));
        }
        say(run + ": publishing while the broker hangs");
        HungBroker.Found hung = new HungBroker(fleet, session.history()).measure(HUNG);
        report.add("- " + hung);
        return Stream.concat(found.findings().stream(), hung.findings().stream())
                .toList();
    }

    private static List<NodeMetrics> metrics(TortureFleet fleet) throws IOException, InterruptedException {
        List<NodeMetrics> metrics = new ArrayList<>();
        for (URI server : fleet.servers()) {
            metrics.add(NodeMetrics.of(server));
        }
        return metrics;
    }

    private static String traffic(NodeMetrics before, NodeMetrics after, double seconds) {
        return "received %.0f messages with %.0f events, discarded %.0f of them"
                .formatted(
                        after.since(before, "parley_bus_received_messages_total ") / seconds,
                        after.since(before, "parley_bus_received_events_total ") / seconds,
                        after.since(before, "parley_bus_discarded_events_total ") / seconds);
    }

    private void hurt(TortureRun run, TortureSession session) throws SQLException, IOException, InterruptedException {
        for (TortureFault fault : run.faults()) {
            var took = new ArrayList<String>();
            for (int i = 0; i < fault.times(); i++) {
                Pace.until(System.nanoTime() + PAUSE.toNanos());
                say(run + ": " + fault);
                took.add(session.hurt(fault, Duration.ZERO).toMillis() + " ms");
            }
            report.add("- " + fault + ": readers complete after " + String.join(", ", took)
                    + (fault.degrades() ? "; every node said so and stayed ready" : ""));
        }
    }

    private void brokerDown() throws Exception {
        var run = TortureRun.named("rooms/nats").getFirst();
        say("the broker is down for two minutes");
        report.add("");
        report.add("## Broker down (" + run + ")");
        report.add("");
        var lines = new ArrayList<String>();
        try (var fleet = TortureFleet.start(run, Files.createDirectory(folder.resolve(HEAP)), false)) {
            judge(HEAP, new BrokerDown(fleet, random.split()).run(lines));
        }
        lines.forEach(line -> report.add("- " + line));
    }

    private void judge(String name, List<String> findings) {
        wrong += findings.size();
        say(name + ": " + (findings.isEmpty() ? "nothing is wrong" : findings.size() + " findings"));
        findings.forEach(finding -> report.add("- WRONG: " + finding));
    }

    private void tell() throws IOException {
        report.addFirst("# Torture: " + (wrong == 0 ? "nothing is wrong" : wrong + " findings"));
        Path file = Path.of("fault-tests", "target", "torture.md");
        Files.createDirectories(file.getParent());
        Files.write(file, report);
        System.out.println();
        report.forEach(System.out::println);
        System.out.println();
        System.out.println("Report: " + file.toAbsolutePath());
    }

    private static void say(String what) {
        System.out.println(LocalTime.now(ZoneId.systemDefault()).format(TIME) + " " + what);
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
