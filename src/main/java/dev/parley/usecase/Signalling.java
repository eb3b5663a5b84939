package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Decision;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.delivery.SignalHub;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Signal;
import dev.parley.kernel.UserId;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import dev.parley.usecase.Refusal.TooManySignals;
import dev.parley.usecase.Refusal.TooManySignals.Whose;
import java.util.function.Consumer;

/// Tells signals: authorise by rules at most a second old, then merge and pass on. Nothing is stored. Answers
/// come on any thread.
public final class Signalling {

    private final Rooms rooms;
    private final SignalHub hub;

    public Signalling(RoomRules rules, AccessPolicy policy, SignalHub hub) {
        this.rooms = new Rooms(rules, policy);
        this.hub = hub;
    }

    /// Tells everybody who reads the room; needs `publish`, for who may not speak may not wave either. The room
    /// has to exist.
    public void toRoom(Principal who, RoomId room, SignalDraft draft, Consumer<Answer<Signalled>> answer) {
        if (!who.mayBe(draft.sender())) {
            answer.accept(Answer.refused(new Refusal.SenderNotAllowed()));
            return;
        }
        rooms.open(who, room, Permission.PUBLISH, access -> {
            switch (access) {
                case Answer.Ok<RoomState> _ -> answer.accept(take(who, new Signal.OfRoom(room), draft));
                case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
            }
        });
    }

    /// Tells all sessions of a user, wherever they are connected; for backends and administrators.
    public void toUser(Principal who, UserId user, SignalDraft draft, Consumer<Answer<Signalled>> answer) {
        if (!who.admin() && !who.apiKey()) {
            answer.accept(Answer.refused(new Refusal.Forbidden(Decision.Rule.NO_GRANT)));
        } else if (!who.mayBe(draft.sender())) {
            answer.accept(Answer.refused(new Refusal.SenderNotAllowed()));
        } else {
            answer.accept(take(who, new Signal.OfUser(user), draft));
        }
    }

    /// Backends speak for many, so their share is the room's.
    private Answer<Signalled> take(Principal who, Signal.Target to, SignalDraft draft) {
        UserId paced = who.admin() || who.apiKey() ? null : who.id();
        return switch (hub.take(to, paced, draft.by(who.author(draft.sender())))) {
            case SignalHub.Taken _ -> Answer.ok(new Signalled());
            case SignalHub.SenderWaits(var time) -> Answer.refused(new TooManySignals(Whose.SENDER, time));
            case SignalHub.TargetWaits(var time) -> Answer.refused(new TooManySignals(Whose.TARGET, time));
            case SignalHub.Full _ -> Answer.refused(new Refusal.Overloaded(Rooms.RETRY_AFTER));
        };
    }
}
