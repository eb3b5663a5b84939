package dev.parley.usecase;

import dev.parley.access.Decision;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.RoomId;
import dev.parley.log.Allowlist;
import dev.parley.log.Append;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendResult;
import dev.parley.log.ContentHash;
import dev.parley.log.StateChange;
import dev.parley.room.RoomState;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// One request to change a room's allowlist: read, decide, append with the version it was decided under,
/// and all of it again while the room moves. One thread at a time.
final class AllowlistAttempt {

    private static final int MAX_ROUNDS = 16;

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final ServerIds ids;
    private final Principal who;
    private final RoomId room;
    private final UnaryOperator<Allowlist> change;
    private final Consumer<Answer<Boolean>> answer;
    /// Of all rounds together.
    private final long deadline;

    private int rounds;

    /// @param answer told whether the list has changed
    AllowlistAttempt(
            Rooms rooms,
            AppendLanes lanes,
            ServerIds ids,
            Principal who,
            RoomId room,
            UnaryOperator<Allowlist> change,
            Consumer<Answer<Boolean>> answer) {
        this.rooms = rooms;
        this.lanes = lanes;
        this.ids = ids;
        this.who = who;
        this.room = room;
        this.change = change;
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
            case Done<Optional<RoomState>>(var state) ->
                state.ifPresentOrElse(this::decide, () -> refuse(rooms.absent(who, room)));
        }
    }

    private void decide(RoomState state) {
        Decision decision = rooms.policy().decide(who, room, state, Permission.MODERATE);
        Allowlist now = state.settings().allowlist();
        Allowlist wanted = change.apply(now);
        if (!decision.allowed()) {
            refuse(new Refusal.Forbidden(decision.rule()));
        } else if (wanted.equals(now)) {
            answer.accept(Answer.ok(false));
        } else if (wanted.users().size() > Allowlist.MAX) {
            refuse(new Refusal.AllowlistFull());
        } else {
            append(state, wanted);
        }
    }

    private void append(RoomState state, Allowlist wanted) {
        var settings = new StateChange.ReplaceSettings(state.settings().withAllowlist(wanted), state.version());
        var hash = ContentHash.ofChange("allowlist", JsonText.of("{}"));
        var terms = state.terms().withoutLimit();
        lanes.append(
                new Append(room, who.author(), ids.messageId(), hash, null, settings, terms), deadline, this::onResult);
    }

    private void onResult(AppendResult result) {
        switch (result) {
            // What this node says next is the list as it is now.
            case AppendResult.Applied _ -> rooms.reload(who, room, deadline, _ -> answer.accept(Answer.ok(true)));
            case AppendResult.StoreFull _ -> refuse(new Refusal.StoreUnavailable(Rooms.RETRY_AFTER));
            case AppendResult.OutcomeUnknown _ -> refuse(new Refusal.OutcomeUnknown(null));
            case AppendResult.Unsettled unsettled -> refuse(Refusals.of(unsettled));
            case AppendResult.Settled _ -> begin();
        }
    }

    private void refuse(Refusal refusal) {
        answer.accept(Answer.refused(refusal));
    }
}
