package dev.parley.usecase;

import dev.parley.access.Decision;
import dev.parley.access.Permission;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Event;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.Tier;
import dev.parley.log.AmendmentTerms;
import dev.parley.log.Append;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendResult;
import dev.parley.log.ContentHash;
import dev.parley.log.MessageRefusal;
import dev.parley.log.NewEvent;
import dev.parley.log.RoomTerms;
import dev.parley.log.StateChange;
import dev.parley.log.SystemEvent;
import dev.parley.log.spi.EventData;
import dev.parley.room.RoomState;
import dev.parley.usecase.Amending.Request;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One request to change a message: decided from cached rules, appended, and decided again while the rules move. It
/// has one id in all rounds, by which what a lost answer left open is found. One thread at a time.
final class AmendAttempt {

    /// @param event that tells of the change; null = the message was deleted before
    record Told(@Nullable Event event) {}

    private static final int MAX_ROUNDS = 8;

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final Request request;
    private final MessageEdit edit;
    private final Consumer<Answer<Told>> answer;
    private final ClientMessageId id;
    private final ContentHash hash;
    private final SystemEvent happened;
    private final JsonText eventData;
    /// Of all rounds together.
    private final long deadline;

    private int rounds;

    AmendAttempt(
            Rooms rooms,
            AppendLanes lanes,
            EventData eventData,
            ServerIds ids,
            Request request,
            MessageEdit edit,
            Consumer<Answer<Told>> answer) {
        this.rooms = rooms;
        this.lanes = lanes;
        this.request = request;
        this.edit = edit;
        this.answer = answer;
        this.deadline = lanes.deadline();
        this.id = request.id() == null ? ids.messageId() : request.id();
        var by = request.who().author().sender();
        this.happened = edit.data() == null
                ? new SystemEvent.MessageDeleted(edit.seq(), by)
                : new SystemEvent.MessageEdited(edit.seq(), by);
        this.eventData = eventData.render(happened);
        this.hash = ContentHash.ofChange(happened.type().value(), asked());
    }

    /// What tells this request from others with its id.
    private JsonText asked() {
        return JsonText.of(eventData + "\n" + edit.data() + "\n" + edit.versions());
    }

    void begin() {
        RoomState known = rooms.known(request.room());
        if (known != null && decide(known).allowed()) {
            append(known);
        } else {
            again();
        }
    }

    /// Who moderates may do it also where he may not publish.
    private Decision decide(RoomState state) {
        return moderates(state) ? decide(state, Permission.MODERATE) : decide(state, Permission.PUBLISH);
    }

    private boolean moderates(RoomState state) {
        return decide(state, Permission.MODERATE).allowed();
    }

    private Decision decide(RoomState state, Permission permission) {
        return rooms.policy().decide(request.who(), request.room(), state, permission);
    }

    /// Decides by the rules as of now: no refusal is given from the cache.
    private void again() {
        if (++rounds > MAX_ROUNDS) {
            refuse(new Refusal.Overloaded(Rooms.RETRY_AFTER));
        } else {
            rooms.reload(request.who(), request.room(), deadline, this::onRules);
        }
    }

    private void onRules(Result<Optional<RoomState>> result) {
        switch (result) {
            case Failed<Optional<RoomState>>(var cause) -> refuse(Rooms.fault(cause));
            case Done<Optional<RoomState>>(var state) ->
                state.ifPresentOrElse(this::decideAndAppend, () -> refuse(rooms.absent(request.who(), request.room())));
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
        boolean moderates = moderates(state);
        int editSeconds = state.settings().editSeconds();
        var terms =
                new AmendmentTerms(moderates, Duration.ofSeconds(editSeconds).toMillis(), edit.versions());
        StateChange change = edit.data() == null
                ? new StateChange.DeleteMessage(edit.seq(), terms)
                : new StateChange.EditMessage(edit.seq(), edit.data(), terms);
        // What a moderator takes away must not stay with those who fall behind.
        Tier tier = moderates && edit.data() == null ? Tier.CRITICAL : Tier.HIGH;
        var event = new NewEvent(happened.type(), tier, 0, edit.seq(), eventData);
        boolean exempt = rooms.policy().exempt(request.who(), state);
        RoomTerms own = Rooms.termsOf(
                request.who(), exempt, state.terms(), state.settings().allowlist());
        var append =
                new Append(request.room(), request.who().author(), id, hash, event, change, own, request.session());
        lanes.append(append, deadline, result -> onResult(result, own, editSeconds));
    }

    private void onResult(AppendResult result, RoomTerms terms, int editSeconds) {
        switch (result) {
            case AppendResult.Appended(var event, var _) -> answer.accept(Answer.ok(new Told(event)));
            case AppendResult.MessageStands(var why) -> onRefusal(why, editSeconds);
            case AppendResult.RulesMoved _, AppendResult.NoSuchRoom _ -> again();
            case AppendResult.IdReused(var seq) -> refuse(new Refusal.IdReused(seq));
            case AppendResult.OverLimit over -> refuse(Refusals.of(over, terms));
            case AppendResult.StoreFull _ -> refuse(new Refusal.StoreUnavailable(Rooms.RETRY_AFTER));
            case AppendResult.Unsettled unsettled -> refuse(Refusals.of(unsettled));
            case AppendResult.Settled other ->
                throw new IllegalStateException("a change of a message cannot end as " + other);
        }
    }

    private void onRefusal(MessageRefusal why, int editSeconds) {
        switch (why) {
            case MessageRefusal.NotFound _ -> refuse(new Refusal.MessageNotFound());
            case MessageRefusal.Expired _ -> refuse(new Refusal.MessageExpired());
            case MessageRefusal.Deleted _ -> answer.accept(Answer.ok(new Told(null)));
            case MessageRefusal.OfAnother _ -> refuse(new Refusal.MessageOfAnother());
            case MessageRefusal.TooLate _ -> refuse(new Refusal.EditTooLate(editSeconds));
            case MessageRefusal.Conflict(var version) -> refuse(new Refusal.MessageConflict(version));
        }
    }

    private void refuse(Refusal refusal) {
        answer.accept(Answer.refused(refusal));
    }
}
