package dev.parley.access;

import dev.parley.access.Decision.Rule;
import dev.parley.kernel.RoomId;
import dev.parley.log.Role;
import dev.parley.log.RoomSettings;
import dev.parley.room.RoomState;
import org.jspecify.annotations.Nullable;

/// The one decision function. Pure: the same principal, room and rules give the same answer on every node.
public final class AccessPolicy {

    private final Grants defaultGrants;

    /// @param defaultGrants what everybody with valid credentials may do
    public AccessPolicy(Grants defaultGrants) {
        this.defaultGrants = defaultGrants;
    }

    /// First match wins.
    ///
    /// @param state the room's rules; null for a room that does not exist
    public Decision decide(Principal principal, RoomId room, @Nullable RoomState state, Permission permission) {
        if (principal.admin()) {
            return Decision.allow(Rule.ADMIN);
        }
        if (principal.apiKey() && principal.grants().allow(room, permission)) {
            return Decision.allow(Rule.KEY_GRANT);
        }
        Role role = role(principal, state);
        Decision granted = granted(principal, room, role, permission);
        return granted.allowed() && state != null
                ? restricted(state.settings(), role, exempt(principal, room), permission, granted)
                : granted;
    }

    /// What a room does not let everybody do who is granted it.
    ///
    /// @param heard whether his own grants exempt him from being muted
    private static Decision restricted(
            RoomSettings settings, @Nullable Role role, boolean heard, Permission permission, Decision granted) {
        if (settings.admittance().membersOnly() && role == null) {
            return Decision.refuse(Rule.MEMBERS_ONLY);
        }
        if (permission != Permission.PUBLISH) {
            return granted;
        }
        if (settings.frozen() && role != Role.OWNER) {
            return Decision.refuse(Rule.FROZEN);
        }
        boolean speaks = heard || (role != null && role.atLeast(Role.SPEAKER));
        return settings.admittance().muteAll() && !speaks ? Decision.refuse(Rule.MUTE_ALL) : granted;
    }

    /// Null for who is no member. Backends are none.
    public static @Nullable Role role(Principal principal, @Nullable RoomState state) {
        return state == null || principal.apiKey() ? null : state.people().role(principal.id());
    }

    private Decision granted(Principal principal, RoomId room, @Nullable Role role, Permission permission) {
        if (principal.grants().allow(room, permission)) {
            return Decision.allow(Rule.TOKEN_GRANT);
        }
        if (role != null && role.atLeast(permission.ofRole())) {
            return Decision.allow(Rule.ROLE_GRANT);
        }
        return defaultGrants.allow(room, permission)
                ? Decision.allow(Rule.DEFAULT_GRANT)
                : Decision.refuse(Rule.NO_GRANT);
    }

    /// The same for a room that is there: moderators are exempt as well.
    public boolean exempt(Principal principal, RoomState state) {
        Role role = role(principal, state);
        return (role != null && role.atLeast(Role.MODERATOR)) || exempt(principal, state.id());
    }

    /// Whether the principal's own grants (never the defaults) exempt it from what holds for ordinary members. A
    /// backend is no member: its key exempts it wherever it may publish.
    public boolean exempt(Principal principal, RoomId room) {
        Permission needed = principal.apiKey() ? Permission.PUBLISH : Permission.MODERATE;
        return principal.admin() || principal.grants().allow(room, needed);
    }

    /// Whether the principal may learn that this room does not exist. Everybody else is told the same as for a room
    /// that exists but is closed to them.
    public boolean mayKnow(Principal principal, RoomId room) {
        return principal.admin() || principal.grants().mention(room) || defaultGrants.mention(room);
    }
}
