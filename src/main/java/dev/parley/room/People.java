package dev.parley.room;

import dev.parley.kernel.UserId;
import dev.parley.log.Role;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The people of a room as far as somebody asked for them.
///
/// @param staff everybody whose role is above that of a member
/// @param members those of the others that were asked for and are members
public record People(Map<UserId, Role> staff, Set<UserId> members) {

    public static final People NOBODY = new People(Map.of(), Set.of());

    public People {
        staff = Map.copyOf(staff);
        members = Set.copyOf(members);
    }

    /// Null when he is no member, or was not asked for.
    public @Nullable Role role(UserId user) {
        Role role = staff.get(user);
        return role == null && members.contains(user) ? Role.MEMBER : role;
    }
}
