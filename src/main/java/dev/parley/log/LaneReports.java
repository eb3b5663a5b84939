package dev.parley.log;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.Event;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.log.AppendResult.Settled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a lane tells others. They are foreign code: whatever they throw is logged and must not leave the lane half-way
/// through a message.
final class LaneReports {

    private static final Logger log = LoggerFactory.getLogger(LaneReports.class);

    /// What is told of one room.
    private static final class News {
        final Retention retention;
        final List<Event> events = new ArrayList<>();
        final Map<Position, SessionId> publishers = new HashMap<>();
        boolean repeats;

        News(Retention retention) {
            this.retention = retention;
        }

        void add(AppendResult.Appended appended, @Nullable SessionId session) {
            events.add(appended.event());
            repeats |= appended.duplicate();
            if (session != null) {
                publishers.put(appended.event().position(), session);
            }
        }

        /// In seq order, each once. Only repeats can disturb that: an item refused by a first try may come out behind
        /// later ones that the first try took.
        List<Event> inOrder() {
            return repeats ? sorted() : events;
        }

        private List<Event> sorted() {
            Map<Epoch, SortedMap<Long, Event>> lives = new LinkedHashMap<>();
            for (Event event : events) {
                lives.computeIfAbsent(event.position().epoch(), _ -> new TreeMap<>())
                        .put(event.seq(), event);
            }
            return lives.values().stream()
                    .flatMap(life -> life.values().stream())
                    .toList();
        }
    }

    private final CommitListener listener;
    private final AppendObserver observer;
    private final AnswerRound round;

    LaneReports(CommitListener listener, AppendObserver observer, AnswerRound round) {
        this.listener = listener;
        this.observer = observer;
        this.round = round;
    }

    void transaction(int items, Duration took) {
        guarded(() -> observer.transaction(items, took));
    }

    /// An item that exceeds the room's whole limit did not get as far as the store. It is counted once more with its
    /// answer.
    void refusedHere() {
        guarded(() -> observer.refused("room-quota-node"));
    }

    void retried() {
        guarded(observer::retried);
    }

    /// What this node committed. A repeat is told as well when an earlier try of it may have been the one that wrote
    /// it.
    void settled(List<Pending> items, List<Settled> results) {
        Map<RoomId, News> news = new LinkedHashMap<>();
        for (int i = 0; i < items.size(); i++) {
            Pending item = items.get(i);
            if (results.get(i) instanceof AppendResult.Appended appended
                    && (!appended.duplicate() || item.uncertain())) {
                news.computeIfAbsent(
                                item.append().room(),
                                _ -> new News(item.append().terms().retention()))
                        .add(appended, item.append().session());
            }
        }
        news.forEach((room, told) ->
                guarded(() -> listener.committed(room, told.retention, told.inOrder(), told.publishers)));
    }

    void uncertain(RoomId room) {
        guarded(() -> listener.uncertain(room));
    }

    void answer(Pending item, AppendResult result) {
        guarded(() -> count(item.append(), result));
        guarded(() -> item.answer(result));
    }

    /// The answers of one transaction.
    void together(Runnable answers) {
        guarded(() -> round.run(answers));
    }

    void stopped(Runnable whenStopped) {
        guarded(whenStopped);
    }

    private static void guarded(Runnable foreign) {
        try {
            foreign.run();
        } catch (Throwable e) {
            log.error("A listener or a caller's callback failed", e);
        }
    }

    private void count(Append append, AppendResult result) {
        switch (result) {
            case AppendResult.Appended appended when appended.duplicate() -> observer.duplicate();
            case AppendResult.Appended(var event, var _) -> {
                observer.appended();
                if (!event.type().system()) {
                    observer.taken(append.room(), event.tier());
                }
            }
            case AppendResult.Applied _ -> observer.appended();
            case AppendResult.Overloaded _ -> observer.refused("overloaded");
            case AppendResult.StoreUnavailable _ -> observer.refused("store-unavailable");
            case AppendResult.OutcomeUnknown _ -> observer.refused("outcome-unknown");
            case AppendResult.Rejected _ -> observer.refused("rejected");
            case AppendResult.Stopping _ -> observer.refused("stopping");
            case AppendResult.OverLimit(var quota, var _) -> {
                observer.refused(quota.code());
                if (append.event() != null) {
                    observer.overLimit(append.room(), append.event().tier(), quota);
                }
            }
            case AppendResult.StoreFull _ -> observer.refused("store-full");
            case AppendResult.AttributesStand _ -> observer.refused("attributes");
            case AppendResult.MessageStands _ -> observer.refused("message");
            case AppendResult.PeopleStand _ -> observer.refused("people");
            case AppendResult.IdReused _ -> observer.refused("idempotency-mismatch");
            case AppendResult.VersionConflict _ -> observer.refused("version-conflict");
            case AppendResult.NoSuchRoom _ -> observer.refused("no-such-room");
            case AppendResult.RoomExists _, AppendResult.RulesMoved _, AppendResult.Held _ -> {}
        }
    }
}
