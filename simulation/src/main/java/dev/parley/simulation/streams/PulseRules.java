package dev.parley.simulation.streams;

import dev.parley.simulation.streams.Transcript.Blocked;
import dev.parley.simulation.streams.Transcript.Drained;
import dev.parley.simulation.streams.Transcript.Ended;
import dev.parley.simulation.streams.Transcript.Ending;
import dev.parley.simulation.streams.Transcript.Finished;
import dev.parley.simulation.streams.Transcript.Freed;
import dev.parley.simulation.streams.Transcript.Heard;
import dev.parley.simulation.streams.Transcript.Sight;
import dev.parley.simulation.streams.Transcript.Written;
import java.time.Duration;
import java.util.List;

/// The pace of one connection: it is never silent for long, and one that takes nothing is not kept.
final class PulseRules {

    private static final long NEVER = Long.MAX_VALUE;

    private final Transcript transcript;
    private final Objections objections;
    private final Duration longestSilence;
    /// The oldest ping that the client has said nothing after.
    private long pingedAt = NEVER;
    private boolean greeted;
    private boolean blocked;
    private boolean finished;
    private long lastSign;
    private boolean pending;
    /// When the client last took something of what is pending.
    private long progressAt;
    /// When the last was said.
    private long finishedAt;

    PulseRules(Transcript transcript, Objections objections) {
        this.transcript = transcript;
        this.objections = objections;
        this.longestSilence =
                transcript.socket() ? StreamChecker.LONGEST_SILENCE_OF_A_SOCKET : StreamChecker.LONGEST_SILENCE;
    }

    void check() {
        List<Sight> sights = transcript.sights();
        for (int i = 0; i < sights.size(); i++) {
            Sight sight = sights.get(i);
            inTime(sight);
            switch (sight) {
                case Written(var at, var frame) -> written(frame, at, closing(sights, i));
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
                                    || takesNothing(at)
                                    || saysNothing(at)
                                    || (finished && at - finishedAt >= StreamChecker.MOMENT.toNanos()),
                            "only who takes nothing is cut off",
                            at);
                case Finished(var at) -> {
                    finished = true;
                    finishedAt = at;
                }
                case Heard _ -> pingedAt = NEVER;
                default -> {}
            }
        }
    }

    /// Whether the last words follow it; a socket is told the last id of each room before them.
    private static boolean closing(List<Sight> sights, int index) {
        int next = index + 1;
        while (next < sights.size() && sights.get(next) instanceof Written(var _, Frame.Cursor _)) {
            next++;
        }
        return next < sights.size() && sights.get(next) instanceof Written(var _, Frame.Retry _);
    }

    private boolean takesNothing(long at) {
        return pending && at - progressAt >= StreamChecker.WRITE_DEADLINE.toNanos();
    }

    private boolean saysNothing(long at) {
        return pingedAt != NEVER && at - pingedAt >= StreamChecker.PONG_DEADLINE.toNanos();
    }

    /// Only last words may be written to who takes nothing at the moment, with the last id before them.
    private void written(Frame frame, long at, boolean closing) {
        boolean lastId = frame instanceof Frame.Cursor && closing;
        boolean lastWords =
                lastId || frame.lastWords() || frame instanceof Frame.Closed || frame instanceof Frame.Retry;
        objections.unless(!blocked || lastWords, "nothing is written to who takes nothing", frame);
        greeted = greeted || frame instanceof Frame.Hello;
        lastSign = at;
        if (transcript.socket() && frame instanceof Frame.Heartbeat && pingedAt == NEVER) {
            pingedAt = at;
        }
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
                pingedAt == NEVER || finished || sight.at() - pingedAt <= StreamChecker.LATEST_CUT.toNanos(),
                "who answers no ping is cut off",
                pingedAt,
                sight);
        objections.unless(
                !greeted || finished || blocked || sight.at() - lastSign <= longestSilence.toNanos(),
                "a sign of life in time",
                lastSign,
                sight);
    }
}
