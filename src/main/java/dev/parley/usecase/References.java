package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Principal;
import dev.parley.kernel.Event;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.TypeFilter;
import dev.parley.log.LogPage;
import dev.parley.log.spi.RoomLog;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import dev.parley.usecase.HistoryPage.Reason;
import dev.parley.usecase.HistoryPage.Skipped;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads which messages refer to one, as they stand. Answers come on any thread.
public final class References {

    private final Rooms rooms;
    private final RoomLog log;
    private final Offload offload;

    public References(RoomRules rules, AccessPolicy policy, RoomLog log, Offload offload) {
        this.rooms = new Rooms(rules, policy);
        this.log = log;
        this.offload = offload;
    }

    /// @param ref the seq of the message that is referred to
    /// @param after the position of the last one known already; null = from the first
    /// @param limit 1–500
    public record Query(long ref, @Nullable Position after, int limit, TypeFilter types) {}

    /// A page of them, oldest first; needs `subscribe`.
    public void read(Principal who, RoomId room, Query query, Consumer<Answer<HistoryPage>> answer) {
        rooms.readable(who, room, access -> {
            switch (access) {
                case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
                case Answer.Ok<RoomState> _ ->
                    offload.run(
                            () -> find(room, query),
                            result -> answer.accept(
                                    switch (result) {
                                        case Failed<Answer<HistoryPage>>(var cause) ->
                                            Answer.refused(Rooms.fault(cause));
                                        case Done<Answer<HistoryPage>>(var page) -> page;
                                    }));
            }
        });
    }

    private Answer<HistoryPage> find(RoomId room, Query query) {
        return switch (log.answers(room, query.ref(), query.after(), query.limit())) {
            case LogPage.Rows rows -> Answer.ok(page(room, query, rows));
            case LogPage.NoSuchRoom _ -> Answer.refused(new Refusal.RoomNotFound());
            case LogPage.Trimmed(var epoch, var first, var head) ->
                Answer.refused(new Refusal.CursorExpired(epoch, first, head));
            case LogPage.Ahead(var epoch, var first, var head) ->
                Answer.refused(new Refusal.CursorAhead(epoch, first, head));
            case LogPage.OtherEpoch(var epoch, var first, var head) ->
                Answer.refused(new Refusal.EpochChanged(epoch, first, head));
        };
    }

    private HistoryPage page(RoomId room, Query query, LogPage.Rows rows) {
        List<Event> wanted = rows.events().stream()
                .filter(event -> query.types().passes(event.type()))
                .toList();
        Position last = rows.events().isEmpty()
                ? new Position(rows.epoch(), rows.head())
                : rows.events().getLast().position();
        boolean more = !rows.events().isEmpty()
                && log.answers(room, query.ref(), last, 1) instanceof LogPage.Rows following
                && !following.events().isEmpty();
        return new HistoryPage(
                wanted.stream().filter(event -> !event.expired(rows.storeNow())).toList(),
                rows.epoch(),
                rows.first(),
                rows.head(),
                more ? last : new Position(rows.epoch(), rows.head()),
                more,
                wanted.stream()
                        .filter(event -> event.expired(rows.storeNow()))
                        .map(event -> new Skipped(event.seq(), event.seq(), 1, Reason.EXPIRED))
                        .toList());
    }
}
