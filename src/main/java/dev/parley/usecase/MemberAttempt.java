package dev.parley.usecase;

import dev.parley.access.Decision;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.JsonText;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.Offload.Result;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.Tier;
import dev.parley.kernel.UserId;
import dev.parley.log.Append;
import dev.parley.log.AppendLanes;
import dev.parley.log.AppendResult;
import dev.parley.log.ContentHash;
import dev.parley.log.Member;
import dev.parley.log.NewEvent;
import dev.parley.log.PeopleCounts;
import dev.parley.log.PeopleRefusal;
import dev.parley.log.Role;
import dev.parley.log.RoomKind;
import dev.parley.log.Standing;
import dev.parley.log.StateChange.ReplaceMember;
import dev.parley.log.SystemEvent;
import dev.parley.log.spi.EventData;
import dev.parley.room.RoomState;
import dev.parley.room.spi.PeopleReader;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One request to change what somebody is in a room: read, decide, append with what he was when it was decided, and all
/// of it again while that moves. One thread at a time.
final class MemberAttempt {

    private static final int MAX_ROUNDS = 16;

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final PeopleReader reader;
    private final Offload offload;
    private final EventData eventData;
    private final ServerIds ids;
    private final Principal who;
    private final RoomId room;
    private final UserId user;
    private final boolean self;
    /// Null = he is to be no member.
    private final @Nullable StandingPatch patch;

    private final Consumer<Answer<Optional<MemberResult>>> answer;
    /// Of all rounds together.
    private final long deadline;

    private int rounds;

    /// @param answer told the member as he is then; empty = he is none
    MemberAttempt(
            Rooms rooms,
            AppendLanes lanes,
            PeopleReader reader,
            Offload offload,
            EventData eventData,
            ServerIds ids,
            Principal who,
            RoomId room,
            UserId user,
            @Nullable StandingPatch patch,
            Consumer<Answer<Optional<MemberResult>>> answer) {
        this.rooms = rooms;
        this.lanes = lanes;
        this.reader = reader;
        this.offload = offload;
        this.eventData = eventData;
        this.ids = ids;
        this.who = who;
        this.room = room;
        this.user = user;
        this.self = !who.apiKey() && user.equals(who.id());
        this.patch = patch;
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
                state.ifPresentOrElse(this::readMember, () -> refuse(rooms.absent(who, room)));
        }
    }

    /// Read after the rules: should he be another meanwhile, the store says so.
    private void readMember(RoomState state) {
        offload.run(() -> reader.member(room, user), result -> {
            switch (result) {
                case Failed<Optional<Member>>(var cause) -> refuse(Rooms.fault(cause));
                case Done<Optional<Member>>(var member) -> decide(state, member.orElse(null));
            }
        });
    }

    private void decide(RoomState state, @Nullable Member member) {
        Standing from = member == null ? null : member.standing();
        Standing to = patch == null ? null : patch.apply(from);
        Decision decision = decision(state, from, to);
        if (!decision.allowed()) {
            refuse(new Refusal.Forbidden(decision.rule()));
        } else if (member == null && (patch == null || !patch.joins())) {
            endWithout();
        } else if (member != null && member.standing().equals(to)) {
            answer.accept(Answer.ok(Optional.of(new MemberResult(member, false))));
        } else {
            append(state, new ReplaceMember(user, from, to));
        }
    }

    private void endWithout() {
        if (patch == null) {
            answer.accept(Answer.ok(Optional.empty()));
        } else {
            refuse(new Refusal.MemberNotFound());
        }
    }

    private Decision decision(RoomState state, @Nullable Standing from, @Nullable Standing to) {
        boolean higher = to != null && (from == null ? to.role() != Role.MEMBER : to.role() != from.role());
        if (self && !higher) {
            // Everybody may leave, whatever the room has become.
            return from != null && to == null
                    ? Decision.allow(Decision.Rule.ROLE_GRANT)
                    : rooms.policy().decide(who, room, state, Permission.SUBSCRIBE);
        }
        boolean staff = isStaff(from) || isStaff(to);
        return rooms.policy().decide(who, room, state, staff ? Permission.MANAGE : Permission.MODERATE);
    }

    private static boolean isStaff(@Nullable Standing standing) {
        return standing != null && standing.role().atLeast(Role.MODERATOR);
    }

    private void append(RoomState state, ReplaceMember change) {
        var terms = state.terms().withoutLimit();
        SystemEvent happened = state.kind() == RoomKind.DURABLE ? event(change) : null;
        Append append;
        if (happened == null) {
            var hash = ContentHash.ofChange("member", JsonText.of("{}"));
            append = new Append(room, who.author(), ids.messageId(), hash, null, change, terms);
        } else {
            var event = new NewEvent(happened.type(), tier(happened), 0, null, eventData.render(happened));
            append = Append.ofChange(room, who.author(), ids.messageId(), event, change, terms);
        }
        lanes.append(append, deadline, result -> onResult(change, result));
    }

    private static Tier tier(SystemEvent happened) {
        return happened instanceof SystemEvent.MemberRemoved ? Tier.CRITICAL : Tier.HIGH;
    }

    /// Null when nothing happened that others are told.
    private @Nullable SystemEvent event(ReplaceMember change) {
        Standing from = change.from();
        Standing to = change.to();
        if (to == null) {
            return new SystemEvent.MemberRemoved(user);
        }
        if (from == null) {
            return new SystemEvent.MemberAdded(user, to.role());
        }
        return from.role() == to.role() ? null : new SystemEvent.MemberRoleChanged(user, from.role(), to.role());
    }

    private void onResult(ReplaceMember change, AppendResult result) {
        switch (result) {
            case AppendResult.Applied _, AppendResult.Appended _ ->
                // What this node says next is the room as it is now.
                rooms.reload(who, room, deadline, _ -> report(change));
            case AppendResult.PeopleStand(var why) -> onRefusal(why);
            case AppendResult.StoreFull _ -> refuse(new Refusal.StoreUnavailable(Rooms.RETRY_AFTER));
            case AppendResult.OutcomeUnknown _ -> refuse(new Refusal.OutcomeUnknown(null));
            case AppendResult.Unsettled unsettled -> refuse(Refusals.of(unsettled));
            case AppendResult.Settled _ -> begin();
        }
    }

    private void onRefusal(PeopleRefusal why) {
        switch (why) {
            case MOVED -> begin();
            case LAST_OWNER -> refuse(new Refusal.LastOwner());
            case MEMBERS_FULL -> refuse(new Refusal.MembersFull(PeopleCounts.MAX_MEMBERS));
            case STAFF_FULL -> refuse(new Refusal.MembersFull(PeopleCounts.MAX_STAFF));
        }
    }

    private void report(ReplaceMember change) {
        if (change.to() == null) {
            answer.accept(Answer.ok(Optional.empty()));
            return;
        }
        offload.run(() -> reader.member(room, user), result -> {
            switch (result) {
                case Failed<Optional<Member>> _ -> refuse(new Refusal.OutcomeUnknown(null));
                case Done<Optional<Member>>(var member) ->
                    member.ifPresentOrElse(
                            now -> answer.accept(Answer.ok(Optional.of(new MemberResult(now, change.from() == null)))),
                            () -> refuse(new Refusal.MemberNotFound()));
            }
        });
    }

    private void refuse(Refusal refusal) {
        answer.accept(Answer.refused(refusal));
    }
}
