package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Principal;
import dev.parley.delivery.LongPolls;
import dev.parley.delivery.PulledPage;
import dev.parley.delivery.TailPages;
import dev.parley.kernel.Event;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.UserId;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads a room's log page by page. Answers come on any thread.
public final class Queries {

    private final Rooms rooms;
    private final RoomLog log;
    private final Offload offload;
    private final @Nullable Memory memory;
    private final @Nullable SharedPages shared;

    /// Where readers are served from without the log.
    ///
    /// @param polls those who wait for news
    /// @param tails those who have been told of news
    /// @param pulled is told that these have been served
    public record Memory(LongPolls polls, TailPages tails, PullListener pulled) {}

    /// Hears that a pull of a user's session is being answered. Called from any thread; must not block.
    @FunctionalInterface
    public interface PullListener {
        void pulled(UserId user, SessionId session, PulledPage page);
    }

    /// Everybody is served from the log, and nobody waits: a page is answered as it is, whatever patience the query
    /// has.
    public Queries(RoomRules rules, AccessPolicy policy, RoomLog log, Offload offload) {
        this(rules, policy, log, offload, null);
    }

    public Queries(RoomRules rules, AccessPolicy policy, RoomLog log, Offload offload, @Nullable Memory memory) {
        this.rooms = new Rooms(rules, policy);
        this.log = log;
        this.offload = offload;
        this.memory = memory;
        this.shared = memory == null ? null : new SharedPages(memory.tails());
    }

    /// A page of what the reader's filter selects; needs `subscribe`. Who waits is authorised again before
    /// the answer.
    public void history(Principal who, RoomId room, HistoryQuery query, Consumer<Answer<HistoryPage>> answer) {
        LongPolls waiting = memory == null ? null : memory.polls();
        if (waiting == null || query.patience().isZero()) {
            read(who, room, query, answer);
        } else {
            read(who, room, query, found -> {
                if (found instanceof Answer.Ok<HistoryPage>(var page) && query.waitsAfter(page)) {
                    await(waiting, who, room, query.from(page.next()), answer);
                } else {
                    answer.accept(found);
                }
            });
        }
    }

    /// The same for somebody who was told of news: what he was told of is in the page, and where this node has
    /// the room's newest events in memory they come from there. His stream, if it is connected here, is told how
    /// far he is. He does not wait.
    public void pull(Principal who, RoomId room, HistoryQuery query, Pull pull, Consumer<Answer<HistoryPage>> answer) {
        rooms.readable(who, room, access -> {
            switch (access) {
                case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
                case Answer.Ok<RoomState> _ ->
                    pull(room, query, pull, found -> {
                        if (found instanceof Answer.Ok<HistoryPage>(var page)) {
                            pulled(who, pull, new PulledPage(room, shown(query), page.next()));
                        }
                        answer.accept(found);
                    });
            }
        });
    }

    private void pull(RoomId room, HistoryQuery query, Pull pull, Consumer<Answer<HistoryPage>> answer) {
        HistoryPage known = shared == null ? null : shared.page(room, query, pull.least());
        if (known != null) {
            answer.accept(Answer.ok(known));
        } else if (memory != null && query.from() instanceof PageRequest.After(var cursor)) {
            memory.tails().older(room, cursor, pull.least(), cut -> {
                if (cut == null) {
                    read(room, query, answer);
                } else {
                    answer.accept(Answer.ok(
                            HistoryReader.upTo(room, query, cut.rows()).writtenBy(cut::written)));
                }
            });
        } else {
            read(room, query, answer);
        }
    }

    private void read(RoomId room, HistoryQuery query, Consumer<Answer<HistoryPage>> answer) {
        offload.run(() -> HistoryReader.read(log, room, query), result -> answer.accept(flatten(result)));
    }

    private static @Nullable Position shown(HistoryQuery query) {
        return query.from() instanceof PageRequest.After(var position) ? position : null;
    }

    private void pulled(Principal who, Pull pull, PulledPage page) {
        if (memory != null && pull.session() != null) {
            memory.pulled().pulled(who.id(), pull.session(), page);
        }
    }

    private void await(
            LongPolls waiting, Principal who, RoomId room, HistoryQuery query, Consumer<Answer<HistoryPage>> answer) {
        boolean taken = waiting.await(
                room,
                ((PageRequest.After) query.from()).position(),
                event -> query.types().passes(event.type()),
                query.patience(),
                rows -> {
                    if (rows.isPresent()) {
                        rooms.readable(who, room, access -> answer.accept(page(access, query, rows.get())));
                    } else {
                        read(who, room, query, answer);
                    }
                });
        if (!taken) {
            answer.accept(Answer.refused(new Refusal.Overloaded(Rooms.RETRY_AFTER)));
        }
    }

    private Answer<HistoryPage> page(Answer<RoomState> access, HistoryQuery query, LogPage.Rows rows) {
        return switch (access) {
            case Answer.Refused<RoomState>(var refusal) -> Answer.refused(refusal);
            case Answer.Ok<RoomState>(var room) ->
                Answer.ok(
                        Objects.requireNonNull(HistoryReader.within(room.id(), query, rows), "they go up to the head"));
        };
    }

    private void read(Principal who, RoomId room, HistoryQuery query, Consumer<Answer<HistoryPage>> answer) {
        rooms.readable(who, room, access -> {
            switch (access) {
                case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
                case Answer.Ok<RoomState> _ -> read(room, query, answer);
            }
        });
    }

    /// One event by its seq; needs `subscribe`.
    public void message(Principal who, RoomId room, long seq, Consumer<Answer<Event>> answer) {
        rooms.readable(who, room, access -> {
            switch (access) {
                case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
                case Answer.Ok<RoomState>(var state) ->
                    offload.run(
                            () -> OneMessage.find(log, room, state.epoch(), seq),
                            result -> answer.accept(flatten(result)));
            }
        });
    }

    private static <T> Answer<T> flatten(Offload.Result<Answer<T>> result) {
        return switch (result) {
            case Done<Answer<T>>(var value) -> value;
            case Failed<Answer<T>>(var cause) -> Answer.refused(Rooms.fault(cause));
        };
    }
}
