package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Principal;
import dev.parley.delivery.LongPolls;
import dev.parley.kernel.Event;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.log.LogPage;
import dev.parley.log.PageRequest;
import dev.parley.log.spi.RoomLog;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads a room's log page by page. Answers come on any thread.
public final class Queries {

    private final Rooms rooms;
    private final RoomLog log;
    private final Offload offload;
    private final @Nullable LongPolls polls;

    /// Nobody waits: a page is answered as it is, whatever patience the query has.
    public Queries(RoomRules rules, AccessPolicy policy, RoomLog log, Offload offload) {
        this(rules, policy, log, offload, null);
    }

    public Queries(RoomRules rules, AccessPolicy policy, RoomLog log, Offload offload, @Nullable LongPolls polls) {
        this.rooms = new Rooms(rules, policy);
        this.log = log;
        this.offload = offload;
        this.polls = polls;
    }

    /// A page of what the reader's filter selects; needs `subscribe`. Who waits is authorised again before
    /// the answer.
    public void history(Principal who, RoomId room, HistoryQuery query, Consumer<Answer<HistoryPage>> answer) {
        LongPolls waiting = polls;
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
            case Answer.Ok<RoomState>(var room) -> Answer.ok(HistoryReader.of(log, room.id(), query, rows));
        };
    }

    private void read(Principal who, RoomId room, HistoryQuery query, Consumer<Answer<HistoryPage>> answer) {
        rooms.readable(who, room, access -> {
            switch (access) {
                case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
                case Answer.Ok<RoomState> _ ->
                    offload.run(() -> HistoryReader.read(log, room, query), result -> answer.accept(flatten(result)));
            }
        });
    }

    /// One event by its seq; needs `subscribe`.
    public void message(Principal who, RoomId room, long seq, Consumer<Answer<Event>> answer) {
        rooms.readable(who, room, access -> {
            switch (access) {
                case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
                case Answer.Ok<RoomState>(var state) ->
                    offload.run(() -> find(state, seq), result -> answer.accept(flatten(result)));
            }
        });
    }

    private Answer<Event> find(RoomState state, long seq) {
        if (seq < 1) {
            return Answer.refused(new Refusal.MessageNotFound());
        }
        var before = new PageRequest.After(new Position(state.epoch(), seq - 1));
        return switch (log.page(state.id(), before, 1)) {
            case LogPage.Rows rows when rows.events().isEmpty() -> Answer.refused(new Refusal.MessageNotFound());
            case LogPage.Rows rows
            when rows.events().getFirst().expired(rows.storeNow()) -> Answer.refused(new Refusal.MessageExpired());
            case LogPage.Rows rows -> Answer.ok(rows.events().getFirst());
            case LogPage.NoSuchRoom _ -> Answer.refused(new Refusal.RoomNotFound());
            case LogPage.Trimmed _, LogPage.Ahead _, LogPage.OtherEpoch _ ->
                Answer.refused(new Refusal.MessageNotFound());
        };
    }

    private static <T> Answer<T> flatten(Offload.Result<Answer<T>> result) {
        return switch (result) {
            case Done<Answer<T>>(var value) -> value;
            case Failed<Answer<T>>(var cause) -> Answer.refused(Rooms.fault(cause));
        };
    }
}
