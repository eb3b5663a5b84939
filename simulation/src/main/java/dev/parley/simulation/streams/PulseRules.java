package dev.parley.simulation.streams;

import dev.parley.simulation.streams.Transcript.Blocked;
import dev.parley.simulation.streams.Transcript.Drained;
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
    private boolean pending;
    /// When the client last took something of what is pending.
    private long progressAt;

    PulseRules(Transcript transcript, Objections objections) {
        this.transcript = transcript;
        this.objections = objections;
    }

    void check() {
        for (Sight sight : transcript.sights()) {
            inTime(sight);
            switch (sight) {
                case Written(var at, var frame) -> written(frame, at);
                case Drained(var at, var left) -> {
                    progressAt = at;
                    pending = left > 0;
                }
                case Blocked _ -> blocked = true;
                case Freed(var at) -> {
                    blocked = false;
                    lastSign = at;
                }
                case Ended(var at, var how) ->
                    objections.unless(
                            how != Ending.ABORTED
                                    || (pending && at - progressAt >= StreamChecker.WRITE_DEADLINE.toNanos()),
                            "only who takes nothing is cut off",
                            at);
                case Unheard _ -> {}
            }
        }
    }

    private void written(Frame frame, long at) {
        boolean lastWords = frame instanceof Frame.Reconnect
                || frame instanceof Frame.Problem
                || frame instanceof Frame.Closed
                || frame instanceof Frame.Retry;
        objections.unless(!blocked || lastWords, "nothing is written to who takes nothing", frame);
        greeted = greeted || frame instanceof Frame.Hello;
        lastSign = at;
        if (!pending) {
            pending = true;
            progressAt = at;
        }
    }

    private void inTime(Sight sight) {
        objections.unless(
                !pending || sight.at() - progressAt <= StreamChecker.LATEST_CUT.toNanos(),
                "who takes nothing is cut off",
                progressAt,
                sight);
        objections.unless(
                !greeted || blocked || sight.at() - lastSign <= StreamChecker.LONGEST_SILENCE.toNanos(),
                "a sign of life in time",
                lastSign,
                sight);
    }
}
