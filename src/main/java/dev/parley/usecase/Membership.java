package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.Offload;
import dev.parley.kernel.Offload.Done;
import dev.parley.kernel.Offload.Failed;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.AppendLanes;
import dev.parley.log.Member;
import dev.parley.log.Role;
import dev.parley.log.spi.EventData;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import dev.parley.room.spi.PeopleReader;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Who is a member of a room and what he is there. Reading needs `subscribe`, and so does joining; changing others
/// needs
/// `moderate`, and `manage` where moderators or owners are concerned. Answers come on any thread.
public final class Membership {

    public static final int MAX_PAGE = 500;

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final PeopleReader reader;
    private final Offload offload;
    private final EventData eventData;
    private final ServerIds ids;

    /// @param random safe for use by several threads
    public Membership(
            RoomRules rules,
            AccessPolicy policy,
            AppendLanes lanes,
            PeopleReader reader,
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

    /// One member.
    public void get(Principal who, RoomId room, UserId user, Consumer<Answer<Member>> answer) {
        read(
                who,
                room,
                () -> reader.member(room, user),
                answer,
                found -> found.map(Answer::ok).orElseGet(() -> Answer.refused(new Refusal.MemberNotFound())));
    }

    /// Members in the order of their ids.
    ///
    /// @param after they follow him, who need not be a member; null = from the first
    /// @param limit 1–[#MAX_PAGE]
    /// @param role null = of every role
    public void list(
            Principal who,
            RoomId room,
            @Nullable UserId after,
            int limit,
            @Nullable Role role,
            Consumer<Answer<MemberPage>> answer) {
        read(
                who,
                room,
                () -> reader.members(room, after, limit + 1, role),
                answer,
                found -> Answer.ok(page(found, limit)));
    }

    private static MemberPage page(List<Member> found, int limit) {
        if (found.size() <= limit) {
            return new MemberPage(found, null);
        }
        List<Member> items = found.subList(0, limit);
        return new MemberPage(items, items.getLast().user());
    }

    private <F, T> void read(
            Principal who, RoomId room, Callable<F> call, Consumer<Answer<T>> answer, Function<F, Answer<T>> found) {
        rooms.open(who, room, Permission.SUBSCRIBE, access -> {
            switch (access) {
                case Answer.Refused<RoomState>(var refusal) -> answer.accept(Answer.refused(refusal));
                case Answer.Ok<RoomState> _ ->
                    offload.run(
                            call,
                            result -> answer.accept(
                                    switch (result) {
                                        case Failed<F>(var cause) -> Answer.refused(Rooms.fault(cause));
                                        case Done<F>(var value) -> found.apply(value);
                                    }));
            }
        });
    }

    /// Makes somebody a member, or changes what he is.
    public void change(
            Principal who, RoomId room, UserId user, StandingPatch patch, Consumer<Answer<MemberResult>> answer) {
        attempt(
                who,
                room,
                user,
                patch,
                ending -> answer.accept(
                        switch (ending) {
                            case Answer.Refused<Optional<MemberResult>>(var refusal) -> Answer.refused(refusal);
                            case Answer.Ok<Optional<MemberResult>>(var result) -> Answer.ok(result.orElseThrow());
                        }));
    }

    /// Makes somebody no member; also when he was none.
    public void remove(Principal who, RoomId room, UserId user, Consumer<Answer<Boolean>> answer) {
        attempt(
                who,
                room,
                user,
                null,
                ending -> answer.accept(
                        switch (ending) {
                            case Answer.Refused<Optional<MemberResult>>(var refusal) -> Answer.refused(refusal);
                            case Answer.Ok<Optional<MemberResult>> _ -> Answer.ok(true);
                        }));
    }

    private void attempt(
            Principal who,
            RoomId room,
            UserId user,
            @Nullable StandingPatch patch,
            Consumer<Answer<Optional<MemberResult>>> answer) {
        new MemberAttempt(rooms, lanes, reader, offload, eventData, ids, who, room, user, patch, answer).begin();
    }
}
