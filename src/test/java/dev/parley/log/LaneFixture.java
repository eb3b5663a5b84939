package dev.parley.log;

import dev.parley.kernel.ManualOffload;
import dev.parley.kernel.ManualTime;
import dev.parley.kernel.RoomId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One lane on a clock and over a store that the test moves.
final class LaneFixture {

    final ManualTime time = new ManualTime();
    final ManualOffload store = new ManualOffload();
    final LogTable table = new LogTable();
    final Told told = new Told();
    /// Called around the answers of each transaction.
    AnswerRound round = AnswerRound.PLAIN;
    final LaneLimits limits;
    final AppendLane lane;
    /// By client message id, all answers in the order in which they came.
    final Map<String, List<AppendResult>> answers = new LinkedHashMap<>();

    LaneFixture() {
        this(LaneLimits.DEFAULT);
    }

    LaneFixture(LaneLimits limits) {
        this.limits = limits;
        lane = new AppendLane(table, store, time, time, time, limits, told, told, answers -> round.run(answers));
    }

    void send(RoomId room, String... ids) {
        for (String id : ids) {
            send(Appends.append(room, id));
        }
    }

    void send(Append append) {
        sendAll(List.of(append));
    }

    /// One by one, each with an answer of its own.
    void sendEach(List<Append> appends) {
        appends.forEach(this::send);
    }

    void sendAll(List<Append> appends) {
        lane.append(appends, deadline(), results -> {
            for (int i = 0; i < results.size(); i++) {
                answers.computeIfAbsent(appends.get(i).clientMsgId().value(), _ -> new ArrayList<>())
                        .add(results.get(i));
            }
        });
    }

    long deadline() {
        return time.nanos() + limits.deadline().toNanos();
    }

    AppendResult answer(String id) {
        List<AppendResult> all = answers.get(id);
        if (all == null || all.size() != 1) {
            throw new AssertionError("one answer expected for " + id + ", got " + all);
        }
        return all.getFirst();
    }

    boolean answered(String id) {
        return answers.containsKey(id);
    }

    /// The seq an id was answered with.
    long seq(String id) {
        return ((AppendResult.Appended) answer(id)).event().seq();
    }

    /// Lets the store work and time pass until everything is answered.
    void settle() {
        for (int i = 0; i < 2_000 && lane.depth() > 0; i++) {
            for (int open = store.open(); open > 0; open--) {
                store.finishNext();
            }
            time.advanceMillis(10);
        }
    }
}
