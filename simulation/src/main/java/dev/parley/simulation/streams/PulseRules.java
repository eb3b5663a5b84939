package dev.parley.simulation.streams;

import dev.parley.simulation.streams.Transcript.Blocked;
import dev.parley.simulation.streams.Transcript.Ended;
import dev.parley.simulation.streams.Transcript.Ending;
import dev.parley.simulation.streams.Transcript.Freed;
import dev.parley.simulation.streams.Transcript.Sight;
import dev.parley.simulation.streams.Transcript.Unheard;
import dev.parley.simulation.streams.Transcript.Written;

/// The pace of one connection: it is never silent for long, and one that takes nothing is not kept.
final class PulseRules {

    private final Transcript transcript;
    private final Objections objections;
    private boolean greeted;
    private boolean blocked;
    private long lastSign;
    private long blockedAt;

    PulseRules(Transcript transcript, Objections objections) {
        this.transcript = transcript;
        this.objections = objections;
    }

    void check() {
        lastSign = transcript.askedAt();
        for (Sight sight : transcript.sights()) {
            inTime(sight);
            switch (sight) {
                case Written(var at, var frame) -> {
                    greeted = greeted || frame instanceof Frame.Hello;
                    objections.unless(!blocked, "nothing is written to who takes nothing", frame);
                    lastSign = at;
                }
                case Blocked(var at) -> {
                    blocked = true;
                    blockedAt = at;
                }
                case Freed(var at) -> {
                    blocked = false;
                    lastSign = at;
                }
                case Ended(var at, var how) ->
                    objections.unless(
                            how != Ending.ABORTED
                                    || blocked && at - blockedAt >= StreamChecker.WRITE_DEADLINE.toNanos(),
                            "only who takes nothing is cut off",
                            at);
                case Unheard _ -> {}
            }
        }
    }

    private void inTime(Sight sight) {
        if (blocked) {
            objections.unless(
                    sight.at() - blockedAt <= StreamChecker.LATEST_CUT.toNanos(),
                    "who takes nothing is cut off",
                    blockedAt,
                    sight);
        } else if (greeted) {
            objections.unless(
                    sight.at() - lastSign <= StreamChecker.LONGEST_SILENCE.toNanos(),
                    "a sign of life in time",
                    lastSign,
                    sight);
        }
    }
}
