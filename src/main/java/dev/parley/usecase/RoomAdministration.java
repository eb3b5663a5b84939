package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Decision;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.RoomId;
import dev.parley.log.AppendLanes;
import dev.parley.log.RoomKind;
import dev.parley.log.spi.EventData;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import dev.parley.room.spi.RoomReader;
import dev.parley.usecase.RoomAttempt.Ending;
import dev.parley.usecase.RoomAttempt.Gone;
import dev.parley.usecase.RoomAttempt.Stands;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Creates, reads, changes, destroys and lists rooms. Answers come on any thread.
public final class RoomAdministration {

    public static final int MAX_PAGE = 500;

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final RoomReader reader;
    private final Offload offload;
    private final EventData eventData;
    private final ServerIds ids;

    /// @param random safe for use by several threads
    public RoomAdministration(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            RoomReader reader,
            Offload offload,
            EventData eventData,
            RandomGenerator random) {
        this.rooms = new Rooms(rules, policy);
        this.lanes = lanes;
        this.reader = reader;
        this.offload = offload;
        this.eventData = eventData;
        this.ids = new ServerIds(random);
    }

    /// Creates the room or replaces its settings; needs `manage`.
    ///
    /// @param kind null = durable for a new room, whatever it is for an existing one
    /// @param change applied to the defaults of the kind
    public void put(
            Principal who,
            RoomId room,
            @Nullable RoomKind kind,
            SettingsChange change,
            Precondition precondition,
            Consumer<Answer<RoomResult>> answer) {
        change(who, room, new RoomAttempt.Put(kind, change), precondition, answer);
    }

    /// Changes what the request names; needs `manage`.
    ///
    /// @param kind null = not named
    /// @param change applied to the current settings
    public void patch(
            Principal who,
            RoomId room,
            @Nullable RoomKind kind,
            SettingsChange change,
            Precondition precondition,
            Consumer<Answer<RoomResult>> answer) {
        change(who, room, new RoomAttempt.Patch(kind, change), precondition, answer);
    }

    /// Destroys the room; needs `manage`. Answers whether there was one.
    public void destroy(Principal who, RoomId room, Precondition precondition, Consumer<Answer<Boolean>> answer) {
        attempt(
                who,
                room,
                new RoomAttempt.Destroy(),
                precondition,
                ending -> answer.accept(
                        switch (ending) {
                            case Answer.Refused<Ending>(var refusal) -> Answer.refused(refusal);
                            case Answer.Ok<Ending>(Gone(var destroyed)) -> Answer.ok(destroyed);
                            case Answer.Ok<Ending>(Stands _) ->
                                throw new IllegalStateException("a destroyed room does not stand");
                        }));
    }

    private void change(
            Principal who,
            RoomId room,
            RoomAttempt.Intent intent,
            Precondition precondition,
            Consumer<Answer<RoomResult>> answer) {
        attempt(
                who,
                room,
                intent,
                precondition,
                ending -> answer.accept(
                        switch (ending) {
                            case Answer.Refused<Ending>(var refusal) -> Answer.refused(refusal);
                            case Answer.Ok<Ending>(Stands(var result)) -> Answer.ok(result);
                            case Answer.Ok<Ending>(Gone _) ->
                                throw new IllegalStateException("a changed room is not gone");
                        }));
    }

    private void attempt(
            Principal who,
            RoomId room,
            RoomAttempt.Intent intent,
            Precondition precondition,
            Consumer<Answer<Ending>> answer) {
        new RoomAttempt(rooms, lanes, eventData, ids, who, room, intent, precondition, answer).begin();
    }

    /// The room as of now; needs `subscribe`.
    public void get(Principal who, RoomId room, Consumer<Answer<RoomState>> answer) {
        rooms.reload(who, room, Permission.SUBSCRIBE, answer);
    }

    /// Rooms whose ids begin with the prefix, in the order of their ids; for administrators.
    ///
    /// @param after the empty string begins
    /// @param limit 1–[#MAX_PAGE]
    public void list(Principal who, String prefix, String after, int limit, Consumer<Answer<RoomPage>> answer) {
        if (!who.admin()) {
            answer.accept(Answer.refused(new Refusal.Forbidden(Decision.Rule.NO_GRANT)));
            return;
        }
        offload.run(() -> reader.list(prefix, after, limit + 1), result -> answer.accept(page(result, limit)));
    }

    private static Answer<RoomPage> page(Offload.Result<List<RoomState>> result, int limit) {
        return switch (result) {
            case Failed<List<RoomState>>(var cause) -> Answer.refused(Rooms.fault(cause));
            case Done<List<RoomState>>(var found) when found.size() <= limit -> Answer.ok(new RoomPage(found, null));
            case Done<List<RoomState>>(var found) -> {
                List<RoomState> items = found.subList(0, limit);
                yield Answer.ok(new RoomPage(items, items.getLast().id().value()));
            }
        };
    }
}
