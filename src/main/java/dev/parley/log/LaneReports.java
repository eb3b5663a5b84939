package dev.parley.log;

import dev.parley.kernel.Event;
import dev.parley.kernel.RoomId;
import dev.parley.log.AppendResult.Settled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a lane tells others. They are foreign code: whatever they throw is logged and must not leave the lane half-way
/// through a message.
final class LaneReports {

    private static final Logger log = LoggerFactory.getLogger(LaneReports.class);

    private record News(Retention retention, List<Event> events) {

        /// Within one transaction new events rise; what does not is a repeat of something older.
        void add(Event event) {
            if (events.isEmpty() || rises(events.getLast(), event)) {
                events.add(event);
            }
        }

        private static boolean rises(Event last, Event next) {
            return next.seq() > last.seq()
                    || !next.position().epoch().equals(last.position().epoch());
        }
    }

    private final CommitListener listener;
    private final AppendObserver observer;

    LaneReports(CommitListener listener, AppendObserver observer) {
        this.listener = listener;
        this.observer = observer;
    }

    void transaction(int items, Duration took) {
        guarded(() -> observer.transaction(items, took));
    }

    void retried() {
        guarded(observer::retried);
    }

    /// What this node committed. A repeat is told as well when an earlier try of its own may have been the one that
    /// wrote it.
    void settled(List<Pending> items, List<Settled> results) {
        Map<RoomId, News> news = new LinkedHashMap<>();
        for (int i = 0; i < items.size(); i++) {
            Pending item = items.get(i);
            switch (results.get(i)) {
                case AppendResult.Appended(var event, var duplicate)
                when !duplicate || item.uncertain() ->
                    news.computeIfAbsent(
                                    event.room(),
                                    _ -> new News(item.append().terms().retention(), new ArrayList<>()))
                            .add(event);
                // The life it was decided for may be over, with an earlier try of it as one of its last events.
                case AppendResult.RulesMoved _, AppendResult.NoSuchRoom _
                when item.uncertain() -> uncertain(item.append().room());
                default -> {}
            }
        }
        news.forEach((room, told) -> guarded(() -> listener.committed(room, told.retention(), told.events())));
    }

    void uncertain(RoomId room) {
        guarded(() -> listener.uncertain(room));
    }

    void answer(Pending item, AppendResult result) {
        guarded(() -> count(result));
        guarded(() -> item.answer(result));
    }

    void stopped(Runnable whenStopped) {
        guarded(whenStopped);
    }

    private static void guarded(Runnable foreign) {
        try {
            foreign.run();
        } catch (RuntimeException e) {
            log.error("A listener or a caller's callback failed", e);
        }
    }

    private void count(AppendResult result) {
        switch (result) {
            case AppendResult.Appended appended when appended.duplicate() -> observer.duplicate();
            case AppendResult.Appended _, AppendResult.Applied _ -> observer.appended();
            case AppendResult.Overloaded _ -> observer.refused("overloaded");
            case AppendResult.StoreUnavailable _ -> observer.refused("store-unavailable");
            case AppendResult.OutcomeUnknown _ -> observer.refused("outcome-unknown");
            case AppendResult.Rejected _ -> observer.refused("rejected");
            case AppendResult.Stopping _ -> observer.refused("stopping");
            case AppendResult.OverLimit _ -> observer.refused("room-quota");
            case AppendResult.IdReused _ -> observer.refused("idempotency-mismatch");
            case AppendResult.VersionConflict _ -> observer.refused("version-conflict");
            case AppendResult.NoSuchRoom _ -> observer.refused("no-such-room");
            case AppendResult.RoomExists _, AppendResult.RulesMoved _, AppendResult.Held _ -> {}
        }
    }
}
