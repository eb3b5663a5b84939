package dev.parley.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/// The signals of a lane's rooms on their way to its streams. Events go first: while there are any to pass on,
/// signals wait, up to [#PATIENCE]. Touched on the lane only; times in nanoseconds of the node's clock.
///
/// As with events, who leaves is replaced by the last one, which has been visited; so a cursor keeps the number
/// of the pass that it was visited by. Passes are as many as the rooms, for the next one of a room follows the
/// end of the one before.
final class SignalPasses {

    static final Duration PATIENCE = Duration.ofMillis(100);

    private static final class SignalPass {
        final RoomFeed feed;
        final SignalFrames frames;
        final Runnable done;
        final int number;
        final long since;
        int unvisited = Integer.MAX_VALUE;

        SignalPass(RoomFeed feed, SignalFrames frames, Runnable done, int number, long since) {
            this.feed = feed;
            this.frames = frames;
            this.done = done;
            this.number = number;
            this.since = since;
        }
    }

    private final Queue<SignalPass> passes = new ArrayDeque<>();
    private int number;

    /// @param done told once all have been visited
    void add(RoomFeed feed, SignalFrames frames, Runnable done, long now) {
        passes.add(new SignalPass(feed, frames, done, ++number, now));
    }

    boolean none() {
        return passes.isEmpty();
    }

    /// Visits some of the streams of the room whose turn it is, and of those behind it.
    ///
    /// @param most how many
    /// @param eventsWait whether there are events to be passed on
    void serve(int most, boolean eventsWait, long now) {
        int left = most;
        while (left > 0 && !passes.isEmpty()) {
            SignalPass pass = passes.element();
            if (eventsWait && now - pass.since < PATIENCE.toNanos()) {
                return;
            }
            left -= visit(pass, left);
            if (pass.unvisited == 0) {
                passes.remove();
                pass.frames.release();
                pass.done.run();
            }
        }
    }

    private static int visit(SignalPass pass, int most) {
        pass.unvisited = Math.min(pass.unvisited, pass.feed.size());
        int visits = 0;
        while (visits < most && pass.unvisited > 0) {
            pass.unvisited--;
            visits++;
            pass.feed.at(pass.unvisited).signal(pass.frames, pass.number);
            // A stream that failed may have taken others with it.
            pass.unvisited = Math.min(pass.unvisited, pass.feed.size());
        }
        return Math.max(1, visits);
    }
}
