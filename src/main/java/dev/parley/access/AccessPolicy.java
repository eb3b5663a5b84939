package dev.parley.access;

import dev.parley.access.Decision.Rule;
import dev.parley.kernel.RoomId;
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
        Decision granted = granted(principal, room, permission);
        boolean frozen = state != null && state.settings().frozen() && permission == Permission.PUBLISH;
        return granted.allowed() && frozen ? Decision.refuse(Rule.FROZEN) : granted;
    }

    private Decision granted(Principal principal, RoomId room, Permission permission) {
        if (principal.grants().allow(room, permission)) {
            return Decision.allow(Rule.TOKEN_GRANT);
        }
        return defaultGrants.allow(room, permission)
                ? Decision.allow(Rule.DEFAULT_GRANT)
                : Decision.refuse(Rule.NO_GRANT);
    }

    /// Whether the principal's own grants (never the defaults) exempt it from what holds for ordinary members. A
    /// backend
    /// is no member: its key exempts it wherever it may publish.
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
