package dev.parley.simulation.streams;

import dev.parley.simulation.streams.Transcript.Blocked;
import dev.parley.simulation.streams.Transcript.Drained;
import dev.parley.simulation.streams.Transcript.Ended;
import dev.parley.simulation.streams.Transcript.Ending;
import dev.parley.simulation.streams.Transcript.Finished;
import dev.parley.simulation.streams.Transcript.Freed;
import dev.parley.simulation.streams.Transcript.Sight;
import dev.parley.simulation.streams.Transcript.Unheard;
import dev.parley.simulation.streams.Transcript.Written;
import java.util.List;

/// The pace of one connection: it is never silent for long, and one that takes nothing is not kept.
final class PulseRules {

    private final Transcript transcript;
    private final Objections objections;
    private boolean greeted;
    private boolean blocked;
    private boolean finished;
    private long lastSign;
    private boolean pending;
    /// When the client last took something of what is pending.
    private long progressAt;

    PulseRules(Transcript transcript, Objections objections) {
        this.transcript = transcript;
        this.objections = objections;
    }

    void check() {
        List<Sight> sights = transcript.sights();
        for (int i = 0; i < sights.size(); i++) {
            Sight sight = sights.get(i);
            inTime(sight);
            switch (sight) {
                case Written(var at, var frame) ->
                    written(frame, at, i + 1 < sights.size() ? sights.get(i + 1) : sight);
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
                case Finished _ -> finished = true;
                case Unheard _ -> {}
            }
        }
    }

    /// Only last words may be written to who takes nothing at the moment, with the last id before them.
    private void written(Frame frame, long at, Sight next) {
        boolean lastId = frame instanceof Frame.Cursor && next instanceof Written(var _, Frame.Retry _);
        boolean lastWords = lastId
                || frame instanceof Frame.Reconnect
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
                !greeted || finished || blocked || sight.at() - lastSign <= StreamChecker.LONGEST_SILENCE.toNanos(),
                "a sign of life in time",
                lastSign,
                sight);
    }
}
