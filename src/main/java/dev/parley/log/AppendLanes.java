package dev.parley.log;

import dev.parley.kernel.Clock;
import dev.parley.kernel.Offload;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Timers;
import dev.parley.log.spi.RoomLog;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// The way into the log. Rooms are hashed to a few lanes; a lane has one transaction under way and everything that
/// arrives meanwhile goes into the next one: the commit is the batching window, there is no timer.
///
/// **Order.** Items of one room are committed in the order in which they were handed in; when an item has to be tried
/// again because its room was held elsewhere, the room's later items wait behind it. Only an item that the store
/// refused
/// in a try whose outcome was lost may be taken by the next try, behind later ones.
///
/// **Answers** come exactly once, on any thread, at the latest when the deadline is over, and must not block. A caller
/// with several things to do takes its deadline once, with [#deadline], and hands it in each time.
///
/// **Bounds** are [LaneLimits]; at a bound the answer is [AppendResult.Overloaded] and nothing was tried.
public final class AppendLanes {

    private final List<AppendLane> lanes;
    private final Clock clock;
    private final LaneLimits limits;

    /// Lanes whose answers nobody gathers.
    public AppendLanes(
            RoomLog log,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor executor,
            LaneLimits limits,
            CommitListener listener,
            AppendObserver observer) {
        this(log, offload, clock, timers, executor, limits, listener, observer, AnswerRound.PLAIN);
    }

    /// @param executor where a lane goes on when a caller's thread has done its share
    /// @param round around the answers of each transaction
    public AppendLanes(
            RoomLog log,
            Offload offload,
            Clock clock,
            Timers timers,
            Executor executor,
            LaneLimits limits,
            CommitListener listener,
            AppendObserver observer,
            AnswerRound round) {
        this.clock = clock;
        this.limits = limits;
        this.lanes = IntStream.range(0, Math.min(limits.lanes(), log.writers()))
                .mapToObj(_ -> new AppendLane(log, offload, clock, timers, executor, limits, listener, observer, round))
                .toList();
    }

    /// Until when a caller that comes now waits at most, in nanoseconds of this node's clock.
    public long deadline() {
        return clock.nanos() + limits.deadline().toNanos();
    }

    public void append(Append append, Consumer<AppendResult> answer) {
        append(append, deadline(), answer);
    }

    public void append(Append append, long deadline, Consumer<AppendResult> answer) {
        lane(append.room()).append(List.of(append), deadline, results -> answer.accept(results.getFirst()));
    }

    /// Appends several items of one room; answered together, in the order of the list.
    public void appendAll(List<Append> appends, long deadline, Consumer<List<AppendResult>> answer) {
        RoomId room = appends.getFirst().room();
        if (!appends.stream().allMatch(append -> append.room().equals(room))) {
            throw new IllegalArgumentException("all items belong to one room");
        }
        lane(room).append(appends, deadline, answer);
    }

    private AppendLane lane(RoomId room) {
        int hash = room.hashCode();
        return lanes.get(Math.floorMod(hash ^ (hash >>> 16), lanes.size()));
    }

    /// Items that wait or are under way, over all lanes.
    public int depth() {
        return lanes.stream().mapToInt(AppendLane::depth).sum();
    }

    /// Takes nothing more and calls back once all that was taken is answered.
    public void stop(Runnable stopped) {
        var open = new AtomicInteger(lanes.size());
        lanes.forEach(lane -> lane.stop(() -> {
            if (open.decrementAndGet() == 0) {
                stopped.run();
            }
        }));
    }
}
