package dev.parley.usecase;

import dev.parley.access.Decision;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.Life;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.log.Append;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendResult;
import dev.parley.log.MessageTypes;
import dev.parley.log.NewEvent;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.StateChange;
import dev.parley.log.SystemEvent;
import dev.parley.log.spi.EventData;
import dev.parley.room.RoomState;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One request to create, change or destroy a room: read, decide, append with the version it was decided under, and all
/// of it again while the room moves. One thread at a time.
final class RoomAttempt {

    sealed interface Intent {}

    record Put(@Nullable RoomKind kind, SettingsChange change) implements Intent {}

    record Patch(@Nullable RoomKind kind, SettingsChange change) implements Intent {}

    record Destroy() implements Intent {}

    /// How a request ends that was not refused.
    sealed interface Ending {}

    record Stands(RoomResult result) implements Ending {}

    /// @param destroyed false when there was none to destroy
    record Gone(boolean destroyed) implements Ending {}

    private static final int MAX_ROUNDS = 16;

    /// Without an id: the request is simply made again.
    private static final Refusal DOUBT = new Refusal.OutcomeUnknown(null);

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final EventData eventData;
    private final ServerIds ids;
    private final Principal who;
    private final RoomId room;
    private final Intent intent;
    private final Precondition precondition;
    private final Consumer<Answer<Ending>> answer;
    /// Of all rounds together.
    private final long deadline;

    private int rounds;
    private boolean created;

    RoomAttempt(
            Rooms rooms,
            AppendLanes lanes,
            EventData eventData,
            ServerIds ids,
            Principal who,
            RoomId room,
            Intent intent,
            Precondition precondition,
            Consumer<Answer<Ending>> answer) {
        this.rooms = rooms;
        this.lanes = lanes;
        this.eventData = eventData;
        this.ids = ids;
        this.who = who;
        this.room = room;
        this.intent = intent;
        this.precondition = precondition;
        this.answer = answer;
        this.deadline = lanes.deadline();
    }

    void begin() {
        if (++rounds > MAX_ROUNDS) {
            refuse(new Refusal.Overloaded(Rooms.RETRY_AFTER));
        } else {
            rooms.reload(who, room, deadline, this::onRoom);
        }
    }

    private void onRoom(Result<Optional<RoomState>> result) {
        switch (result) {
            case Failed<Optional<RoomState>>(var cause) -> refuse(Rooms.fault(cause));
            case Done<Optional<RoomState>>(var state) -> decide(state.orElse(null));
        }
    }

    private void decide(@Nullable RoomState state) {
        Decision decision = rooms.policy().decide(who, room, state, Permission.MANAGE);
        if (!decision.allowed()) {
            refuse(new Refusal.Forbidden(decision.rule()));
        } else if (!precondition.holds(state)) {
            refuse(new Refusal.VersionConflict(state == null ? 0 : state.version()));
        } else if (state == null) {
            onAbsent();
        } else {
            onPresent(state);
        }
    }

    private void onAbsent() {
        switch (intent) {
            case Put(var kind, var change) -> create(kind == null ? RoomKind.DURABLE : kind, change);
            case Patch _ -> refuse(new Refusal.RoomNotFound());
            case Destroy _ -> answer.accept(Answer.ok(new Gone(false)));
        }
    }

    private void create(RoomKind kind, SettingsChange change) {
        RoomSettings settings = change.apply(kind, RoomSettings.defaults(kind));
        if (tooManyTypes(settings)) {
            refuse(new Refusal.TooManyTypes());
            return;
        }
        var creation = new StateChange.CreateRoom(ids.life(), kind, settings, who.apiKey() ? null : who.id());
        append(Append.ofCreation(room, who.author(), ids.messageId(), creation));
    }

    private void onPresent(RoomState state) {
        switch (intent) {
            case Put(var kind, var change) -> change(state, kind, change.apply(state.kind(), replaced(state)));
            case Patch(var kind, var change) -> change(state, kind, change.apply(state.kind(), state.settings()));
            case Destroy _ ->
                append(
                        state,
                        new SystemEvent.RoomDestroyed(),
                        new StateChange.DestroyRoom(state.version()),
                        Tier.CRITICAL);
        }
    }

    /// What a replacement leaves of the room. People are no settings of it.
    private static RoomSettings replaced(RoomState state) {
        return RoomSettings.defaults(state.kind())
                .withAllowlist(state.settings().allowlist());
    }

    private static boolean tooManyTypes(RoomSettings wanted) {
        return wanted.types().rules().size() > MessageTypes.MAX;
    }

    private void change(RoomState state, @Nullable RoomKind kind, RoomSettings wanted) {
        if (kind != null && kind != state.kind()) {
            refuse(new Refusal.KindFixed());
        } else if (tooManyTypes(wanted)) {
            refuse(new Refusal.TooManyTypes());
        } else if (wanted.equals(state.settings())) {
            answer.accept(Answer.ok(new Stands(new RoomResult(state, false))));
        } else {
            append(
                    state,
                    new SystemEvent.RoomUpdated(state.settings(), wanted),
                    new StateChange.ReplaceSettings(wanted, state.version()),
                    Tier.CRITICAL);
        }
    }

    private void append(RoomState state, SystemEvent happened, StateChange change, Tier tier) {
        var event = new NewEvent(happened.type(), tier, 0, null, eventData.render(happened));
        var terms = state.terms().withoutLimit();
        append(Append.ofChange(room, who.author(), ids.messageId(), event, change, terms));
    }

    private void append(Append append) {
        Life life = append.terms().life();
        lanes.append(append, deadline, result -> onResult(life, result));
    }

    /// @param life which the request was decided for
    private void onResult(Life life, AppendResult result) {
        switch (result) {
            case AppendResult.Applied _ -> {
                created = true;
                rooms.reload(who, room, deadline, this::report);
            }
            case AppendResult.Appended _
            when intent instanceof Destroy ->
                rooms.reload(who, room, deadline, _ -> answer.accept(Answer.ok(new Gone(true))));
            case AppendResult.Appended _ -> rooms.reload(who, room, deadline, this::report);
            case AppendResult.StoreFull _ -> refuse(new Refusal.StoreUnavailable(Rooms.RETRY_AFTER));
            case AppendResult.OutcomeUnknown _ -> rooms.reload(who, room, deadline, now -> onDoubt(life, now));
            case AppendResult.Unsettled unsettled -> refuse(Refusals.of(unsettled));
            case AppendResult.Settled _ -> begin();
        }
    }

    /// What was done is told as the room is now. Without that it must not sound as if nothing was done.
    private void report(Result<Optional<RoomState>> result) {
        if (result instanceof Done<Optional<RoomState>>(var state) && state.isPresent()) {
            answer.accept(Answer.ok(new Stands(new RoomResult(state.get(), created))));
        } else {
            refuse(DOUBT);
        }
    }

    /// The lane had a lost answer, ran the append again and did not find it. While the life it was decided
    /// for goes on, that means that it was never written; a life that is over is what a destruction wanted.
    /// At the deadline the read fails too.
    private void onDoubt(Life life, Result<Optional<RoomState>> result) {
        if (!(result instanceof Done<Optional<RoomState>>(var state))) {
            refuse(DOUBT);
        } else if (state.isPresent() && state.get().epoch().life().equals(life)) {
            begin();
        } else if (intent instanceof Destroy) {
            answer.accept(Answer.ok(new Gone(true)));
        } else {
            refuse(DOUBT);
        }
    }

    private void refuse(Refusal refusal) {
        answer.accept(Answer.refused(refusal));
    }
}
