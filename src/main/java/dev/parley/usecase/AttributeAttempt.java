package dev.parley.usecase;

import dev.parley.access.Decision;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.log.Append;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendResult;
import dev.parley.log.AttributeRefusal;
import dev.parley.log.ContentHash;
import dev.parley.log.NewEvent;
import dev.parley.log.StateChange.ChangeAttributes;
import dev.parley.log.SystemEvent;
import dev.parley.log.spi.EventData;
import dev.parley.room.RoomState;
import java.util.Optional;
import java.util.function.Consumer;

/// One request to change a room's attributes: decided from cached rules, appended, and decided again while the rules
/// move. It has one id in all rounds, by which what a lost answer left open is found. One thread at a time.
final class AttributeAttempt {

    private static final int MAX_ROUNDS = 8;

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final Principal who;
    private final RoomId room;
    private final AttributePatch patch;
    private final Consumer<Answer<AttributeResult>> answer;
    private final ClientMessageId id;
    private final ContentHash hash;
    private final ChangeAttributes change;
    private final NewEvent event;
    /// Of all rounds together.
    private final long deadline;

    private int rounds;

    AttributeAttempt(
            Rooms rooms,
            AppendLanes lanes,
            EventData eventData,
            ServerIds ids,
            Principal who,
            RoomId room,
            AttributePatch patch,
            Consumer<Answer<AttributeResult>> answer) {
        this.rooms = rooms;
        this.lanes = lanes;
        this.who = who;
        this.room = room;
        this.patch = patch;
        this.answer = answer;
        this.deadline = lanes.deadline();
        this.id = patch.clientMsgId() == null ? ids.messageId() : patch.clientMsgId();
        this.change = new ChangeAttributes(
                patch.set(),
                patch.removed(),
                patch.autoDelete(),
                patch.ttlMs(),
                patch.force(),
                !who.apiKey(),
                patch.condition());
        var happened = new SystemEvent.AttributesChanged(change);
        this.event = new NewEvent(happened.type(), Tier.HIGH, 0, null, eventData.render(happened));
        this.hash = ContentHash.ofChange(happened.type().value(), asked());
    }

    /// What tells this request from others with its id.
    private JsonText asked() {
        return JsonText.of(event.data() + "\n" + patch.force() + "\n" + patch.condition());
    }

    void begin() {
        RoomState known = rooms.known(room);
        if (known != null && decide(known).allowed()) {
            append(known);
        } else {
            again();
        }
    }

    private Decision decide(RoomState state) {
        Decision decision = rooms.policy().decide(who, room, state, Permission.PUBLISH);
        return decision.allowed() && patch.force()
                ? rooms.policy().decide(who, room, state, Permission.MODERATE)
                : decision;
    }

    /// Decides by the rules as of now: no refusal is given from the cache.
    private void again() {
        if (++rounds > MAX_ROUNDS) {
            refuse(new Refusal.Overloaded(Rooms.RETRY_AFTER));
        } else {
            rooms.reload(who, room, deadline, this::onRules);
        }
    }

    private void onRules(Result<Optional<RoomState>> result) {
        switch (result) {
            case Failed<Optional<RoomState>>(var cause) -> refuse(Rooms.fault(cause));
            case Done<Optional<RoomState>>(var state) ->
                state.ifPresentOrElse(this::decideAndAppend, () -> refuse(rooms.absent(who, room)));
        }
    }

    private void decideAndAppend(RoomState state) {
        Decision decision = decide(state);
        if (decision.allowed()) {
            append(state);
        } else {
            refuse(new Refusal.Forbidden(decision.rule()));
        }
    }

    private void append(RoomState state) {
        var terms = state.terms().withoutLimit();
        lanes.append(new Append(room, who.author(), id, hash, event, change, terms), deadline, this::onResult);
    }

    private void onResult(AppendResult result) {
        switch (result) {
            case AppendResult.Appended(var appended, var duplicate) ->
                answer.accept(Answer.ok(new AttributeResult(appended, duplicate && patch.clientMsgId() != null)));
            case AppendResult.AttributesStand(var why) -> onRefusal(why);
            case AppendResult.RulesMoved _, AppendResult.NoSuchRoom _ -> again();
            case AppendResult.IdReused(var seq) -> refuse(new Refusal.IdReused(seq));
            case AppendResult.StoreFull _ -> refuse(new Refusal.StoreUnavailable(Rooms.RETRY_AFTER));
            case AppendResult.Unsettled unsettled -> refuse(Refusals.of(unsettled));
            case AppendResult.Settled other ->
                throw new IllegalStateException("a change of attributes cannot end as " + other);
        }
    }

    private void onRefusal(AttributeRefusal why) {
        switch (why) {
            case AttributeRefusal.Nothing _ -> answer.accept(Answer.ok(new AttributeResult(null, false)));
            case AttributeRefusal.Conflict(var key, var seq) -> refuse(new Refusal.AttributeConflict(key, seq));
            case AttributeRefusal.OfAnother(var key) -> refuse(new Refusal.AttributeOfAnother(key));
            case AttributeRefusal.Full _ -> refuse(new Refusal.AttributesFull());
            case AttributeRefusal.TooMany(var wait) -> refuse(new Refusal.TooManyAttributeChanges(wait));
        }
    }

    private void refuse(Refusal refusal) {
        answer.accept(Answer.refused(refusal));
    }
}
