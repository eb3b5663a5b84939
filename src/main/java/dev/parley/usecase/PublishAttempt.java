package dev.parley.usecase;

import dev.parley.access.Decision;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.ClientMessageId;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.SessionId;
import dev.parley.kernel.Tier;
import dev.parley.log.Append;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendResult;
import dev.parley.log.ContentHash;
import dev.parley.log.MessageTypes;
import dev.parley.log.NewEvent;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.RoomTerms;
import dev.parley.log.StateChange;
import dev.parley.room.RoomState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One request to publish on its way: decided, appended, and decided again while the rules move. One thread at a time;
/// the lanes and the rules hand it from one to the next.
final class PublishAttempt {

    /// Rules that move faster than this are an incident; the caller is told to come again.
    private static final int MAX_ROUNDS = 8;

    /// A draft with the id it has in every round, so that no round can store it twice.
    private record Item(int index, Draft draft, ClientMessageId id, ContentHash hash) {}

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final ServerIds ids;
    private final boolean autoCreate;
    private final MessageTypes types;
    private final Principal who;
    /// From what holds for ordinary members.
    private boolean exempt;
    private final @Nullable SessionId session;
    private final RoomId room;
    private final Consumer<List<Answer<Published>>> answers;
    private final @Nullable Answer<Published>[] settled;
    /// Of all rounds together.
    private final long deadline;

    private List<Item> open;
    private int rounds;

    @SuppressWarnings({"unchecked", "rawtypes"})
    PublishAttempt(
            Rooms rooms,
            AppendLanes lanes,
            ServerIds ids,
            boolean autoCreate,
            MessageTypes types,
            Principal who,
            @Nullable SessionId session,
            RoomId room,
            List<Draft> drafts,
            Consumer<List<Answer<Published>>> answers) {
        this.rooms = rooms;
        this.lanes = lanes;
        this.ids = ids;
        this.autoCreate = autoCreate;
        this.types = types;
        this.who = who;
        this.exempt = rooms.policy().exempt(who, room);
        this.session = session;
        this.room = room;
        this.answers = answers;
        this.deadline = lanes.deadline();
        this.settled = new Answer[drafts.size()];
        this.open = new ArrayList<>(drafts.size());
        for (int i = 0; i < drafts.size(); i++) {
            open.add(item(i, drafts.get(i)));
        }
    }

    private Item item(int index, Draft draft) {
        var id = draft.clientMsgId() == null ? ids.messageId() : draft.clientMsgId();
        var hash = ContentHash.ofMessage(
                draft.type().value(), draft.tier(), draft.ttlMs(), draft.ref(), draft.data(), draft.key());
        return new Item(index, draft, id, hash);
    }

    void begin() {
        RoomState known = rooms.known(room);
        exempt = known == null ? exempt : rooms.policy().exempt(who, known);
        if (known != null
                && decide(known).allowed()
                && open.stream().noneMatch(raised(known.settings().types()))) {
            append(known);
        } else {
            again();
        }
    }

    private Decision decide(@Nullable RoomState state) {
        return rooms.policy().decide(who, room, state, Permission.PUBLISH);
    }

    /// Decides by the rules as of now: no refusal is given from the cache.
    private void again() {
        if (++rounds > MAX_ROUNDS) {
            refuseAll(new Refusal.Overloaded(Rooms.RETRY_AFTER));
        } else {
            rooms.reload(who, room, deadline, this::onRules);
        }
    }

    private void onRules(Result<Optional<RoomState>> result) {
        switch (result) {
            case Failed<Optional<RoomState>>(var cause) -> refuseAll(Rooms.fault(cause));
            case Done<Optional<RoomState>>(var state) ->
                state.ifPresentOrElse(this::decideAndAppend, this::createOrRefuse);
        }
    }

    private void decideAndAppend(RoomState state) {
        Decision decision = decide(state);
        if (decision.allowed()) {
            append(state);
        } else {
            refuseAll(new Refusal.Forbidden(decision.rule()));
        }
    }

    private void append(RoomState state) {
        exempt = rooms.policy().exempt(who, state);
        submit(state.terms(), state.settings(), null);
    }

    private void createOrRefuse() {
        if (autoCreate && decide(null).allowed()) {
            var creation = StateChange.CreateRoom.ofDefaults(ids.life(), RoomKind.DURABLE);
            submit(creation.terms(), creation.settings(), creation);
        } else {
            refuseAll(rooms.absent(who, room));
        }
    }

    /// @param creation goes with the first item of the batch
    private void submit(RoomTerms room, RoomSettings settings, StateChange.@Nullable CreateRoom creation) {
        refuseOtherSenders();
        refuseRaisedTiers(settings.types());
        RoomTerms terms = Rooms.termsOf(who, exempt, room, settings.allowlist());
        List<Append> appends = new ArrayList<>(open.size());
        for (Item item : open) {
            appends.add(toAppend(item, settings.types(), terms, appends.isEmpty() ? creation : null));
        }
        if (appends.isEmpty()) {
            finish();
        } else {
            lanes.appendAll(appends, deadline, results -> onResults(results, terms));
        }
    }

    private void refuseOtherSenders() {
        open.removeIf(item -> {
            boolean allowed = who.mayBe(item.draft().sender());
            if (!allowed) {
                settled[item.index()] = Answer.refused(new Refusal.SenderNotAllowed());
            }
            return !allowed;
        });
    }

    /// @param ofRoom what the room decides about types
    private void refuseRaisedTiers(MessageTypes ofRoom) {
        Predicate<Item> raised = raised(ofRoom);
        open.removeIf(item -> {
            boolean refused = raised.test(item);
            if (refused) {
                settled[item.index()] = Answer.refused(new Refusal.TierNotAllowed());
            }
            return refused;
        });
    }

    private Predicate<Item> raised(MessageTypes ofRoom) {
        return item -> {
            Tier asked = item.draft().tier();
            return !exempt
                    && asked != null
                    && asked.above(ofRoom.tier(item.draft().type(), types));
        };
    }

    private Append toAppend(
            Item item, MessageTypes ofRoom, RoomTerms terms, StateChange.@Nullable CreateRoom creation) {
        Draft draft = item.draft();
        Tier tier = draft.tier() == null ? ofRoom.tier(draft.type(), types) : draft.tier();
        long ttlMs = draft.ttlMs() == 0 ? ofRoom.ttlMs(draft.type(), types) : draft.ttlMs();
        var event = new NewEvent(draft.type(), tier, ttlMs, draft.ref(), draft.data(), draft.key());
        return new Append(room, who.author(draft.sender()), item.id(), item.hash(), event, creation, terms, session);
    }

    private void onResults(List<AppendResult> results, RoomTerms terms) {
        List<Item> moved = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Item item = open.get(i);
            Answer<Published> answer = answer(item, results.get(i), terms);
            if (answer == null) {
                moved.add(item);
            } else {
                settled[item.index()] = answer;
            }
        }
        open = moved;
        if (moved.isEmpty()) {
            finish();
        } else {
            again();
        }
    }

    /// Null = decide again.
    private static @Nullable Answer<Published> answer(Item item, AppendResult result, RoomTerms terms) {
        return switch (result) {
            // Nobody else has an id that was made for this request: the first try was a transaction whose answer was
            // lost.
            case AppendResult.Appended(var event, var duplicate) ->
                Answer.ok(new Published(event, duplicate && item.draft().clientMsgId() != null));
            case AppendResult.RulesMoved _, AppendResult.NoSuchRoom _ -> null;
            case AppendResult.IdReused(var seq) -> Answer.refused(new Refusal.IdReused(seq));
            case AppendResult.OverLimit over -> Answer.refused(Refusals.of(over, terms));
            // It refers to what the room has not come to.
            case AppendResult.MessageStands _ -> Answer.refused(new Refusal.MessageNotFound());
            case AppendResult.StoreFull _ -> Answer.refused(new Refusal.StoreUnavailable(Rooms.RETRY_AFTER));
            case AppendResult.Unsettled unsettled -> Answer.refused(Refusals.of(unsettled));
            case AppendResult.Applied _,
                    AppendResult.RoomExists _,
                    AppendResult.VersionConflict _,
                    AppendResult.AttributesStand _,
                    AppendResult.PeopleStand _,
                    AppendResult.Held _ -> throw new IllegalStateException("a message cannot end as " + result);
        };
    }

    private void refuseAll(Refusal refusal) {
        open.forEach(item -> settled[item.index()] = Answer.refused(refusal));
        finish();
    }

    private void finish() {
        List<Answer<Published>> all = new ArrayList<>(settled.length);
        for (Answer<Published> answer : settled) {
            all.add(Objects.requireNonNull(answer, "every item is settled"));
        }
        answers.accept(all);
    }
}
