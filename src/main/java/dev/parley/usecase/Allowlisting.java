package dev.parley.usecase;

import dev.parley.access.AccessPolicy;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.kernel.RoomId;
import dev.parley.kernel.UserId;
import dev.parley.log.Allowlist;
import dev.parley.log.AppendLanes;
import dev.parley.room.RoomRules;
import dev.parley.room.RoomState;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Puts users on a room's allowlist and takes them off; needs `moderate`. A change is no event of the
/// room's log. Answers come on any thread.
public final class Allowlisting {

    public static final int MAX_PAGE = 500;

    private final Rooms rooms;
    private final AppendLanes lanes;
    private final ServerIds ids;

    /// @param random safe for use by several threads
    public Allowlisting(RoomRules rules, AccessPolicy policy, AppendLanes lanes, RandomGenerator random) {
        this.rooms = new Rooms(rules, policy);
        this.lanes = lanes;
        this.ids = new ServerIds(random);
    }

    /// Answers whether the user was not on it yet.
    public void add(Principal who, RoomId room, UserId user, Consumer<Answer<Boolean>> answer) {
        new AllowlistAttempt(rooms, lanes, ids, who, room, allowlist -> allowlist.with(user), answer).begin();
    }

    /// Answers whether the user was on it.
    public void remove(Principal who, RoomId room, UserId user, Consumer<Answer<Boolean>> answer) {
        new AllowlistAttempt(rooms, lanes, ids, who, room, allowlist -> allowlist.without(user), answer).begin();
    }

    /// @param after the page begins behind this one, who need not be on it; null = at the beginning
    /// @param limit 1–[#MAX_PAGE]
    public void list(
            Principal who, RoomId room, @Nullable UserId after, int limit, Consumer<Answer<AllowlistPage>> answer) {
        rooms.reload(
                who,
                room,
                Permission.MODERATE,
                access -> answer.accept(
                        switch (access) {
                            case Answer.Refused<RoomState>(var refusal) -> Answer.refused(refusal);
                            case Answer.Ok<RoomState>(var state) ->
                                Answer.ok(page(state.settings().allowlist(), after, limit));
                        }));
    }

    private static AllowlistPage page(Allowlist allowlist, @Nullable UserId after, int limit) {
        List<UserId> behind = allowlist.users().stream()
                .filter(user -> after == null || user.value().compareTo(after.value()) > 0)
                .limit(limit + 1L)
                .toList();
        List<UserId> users = behind.size() > limit ? behind.subList(0, limit) : behind;
        return new AllowlistPage(users, behind.size() > limit ? users.getLast() : null);
    }
}
