package dev.parley.usecase;

import dev.parley.log.Notify;
import dev.parley.log.Role;
import dev.parley.log.Standing;
import org.jspecify.annotations.Nullable;

/// What a request makes of a member. What it does not name stays as it is; who is new is an ordinary member and
/// notified of all.
///
/// @param joins whether it makes a member of who is none
public record StandingPatch(@Nullable Role role, @Nullable Notify notifies, boolean joins) {

    Standing apply(@Nullable Standing before) {
        Standing from = before == null ? new Standing(Role.MEMBER, Notify.ALL) : before;
        return new Standing(role == null ? from.role() : role, notifies == null ? from.notifies() : notifies);
    }
}
