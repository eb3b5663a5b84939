package dev.parley.bench.delivery;

import static dev.parley.bench.delivery.Verdict.text;

import dev.parley.bench.live.LiveOutcome;
import dev.parley.bench.live.Sent;
import dev.parley.bench.live.Viewing;
import dev.parley.bench.report.Report;
import java.util.ArrayList;
import java.util.List;

/// Says in a sentence whether all counts add up.
final class LiveVerdict {

    private LiveVerdict() {}

    static String of(List<LiveOutcome> outcomes) {
        List<String> faults =
                outcomes.stream().flatMap(outcome -> faults(outcome).stream()).toList();
        if (!faults.isEmpty()) {
            return Report.FLAW + String.join("; ", faults) + ".";
        }
        return "Every request was accepted or refused with 429; at every viewer received and dropped make what was"
                + " accepted, in every tier; nobody misses a critical message; all applause adds up.";
    }

    static List<String> faults(LiveOutcome outcome) {
        List<String> faults = new ArrayList<>();
        for (Sent sent : outcome.sent()) {
            if (sent.unanswered() > 0) {
                faults.add(text(
                        "%,d of %,d requests of %s were neither accepted nor refused with 429 (%s)",
                        sent.unanswered(), sent.sent(), sent.what(), sent.firstUnexpected()));
            }
        }
        if (outcome.dead() > 0) {
            faults.add(text("%,d connections broke (the first: %s)", outcome.dead(), outcome.firstReason()));
        }
        viewing(faults, "viewers at full speed", outcome.atFullSpeed());
        viewing(faults, "slow viewers", outcome.slow());
        add(faults, outcome.hearts().more(), "%,d viewers have more hearts than were accepted");
        add(faults, outcome.applause().fewer(), "%,d viewers miss some applause");
        add(faults, outcome.applause().more(), "%,d viewers have more applause than was accepted");
        return faults;
    }

    private static void viewing(List<String> faults, String who, Viewing viewing) {
        add(faults, viewing.withoutCritical(), "%,d " + who + " miss a critical message");
        viewing.wrong()
                .forEach((tier, count) ->
                        add(faults, count, "%,d " + who + " have another count of tier " + tier.wire()));
        if (viewing.faults() > 0) {
            faults.add(text(
                    "%,d times something did not add up at %s (the first: %s)",
                    viewing.faults(), who, viewing.firstFault()));
        }
    }

    private static void add(List<String> faults, long count, String format) {
        if (count > 0) {
            faults.add(text(format, count));
        }
    }
}
