package dev.parley.bench.delivery;

import dev.parley.bench.report.Report;
import dev.parley.bench.stream.Findings;
import dev.parley.bench.stream.Outcome;
import dev.parley.bench.stream.Returned;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Says in a sentence whether everybody got everything.
final class Verdict {

    private Verdict() {}

    static String of(Outcome outcome, int connections) {
        if (outcome.exact()) {
            return text(
                    "All %,d connections at full speed received exactly the %,d acknowledged messages of their rooms,"
                            + " each once and in order.",
                    connections, outcome.acknowledged());
        }
        return Report.FLAW + String.join(", ", faults(outcome)) + ".";
    }

    static List<String> faults(Outcome outcome) {
        List<String> faults = new ArrayList<>();
        add(faults, outcome.incomplete(), "%,d connections without exactly what was acknowledged");
        if (outcome.dead() > 0) {
            faults.add(text("%,d connections broke (the first: %s)", outcome.dead(), outcome.firstReason()));
        }
        Findings findings = outcome.whole();
        add(faults, findings.holes(), "%,d holes");
        add(faults, findings.missing(), "%,d seqs missing");
        add(faults, findings.late(), "%,d seqs late");
        add(faults, findings.repeated(), "%,d seqs repeated");
        add(faults, findings.told(), "%,d seqs left out by the server, which said so");
        return faults;
    }

    static String of(Returned returned) {
        var findings = returned.findings();
        String how = text(
                "%,d connections that read slowly or not at all (%,d of them closed by the server) came back",
                returned.connections(), returned.closedByServer());
        String what = returned.incomplete() == 0
                ? text("; %.1f s later all had exactly what was published", returned.seconds())
                : text("; after %.1f s %,d DID NOT HAVE EVERYTHING", returned.seconds(), returned.incomplete());
        String faults = text(
                ", with %,d holes, %,d repeated and %,d that the server said it left out.",
                findings.holes(), findings.repeated(), findings.told());
        return how + what + faults;
    }

    private static void add(List<String> faults, long count, String format) {
        if (count > 0) {
            faults.add(text(format, count));
        }
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
