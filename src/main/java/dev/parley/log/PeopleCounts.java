package dev.parley.log;

import org.jspecify.annotations.Nullable;

/// How many people a room has.
///
/// @param members all of them
/// @param staff those whose role is above that of a member
/// @param owners among them
public record PeopleCounts(long members, long staff, long owners) {

    /// Members of a room.
    public static final long MAX_MEMBERS = 100_000;

    /// Every node that serves a room holds all of its staff.
    public static final long MAX_STAFF = 500;

    public static final PeopleCounts NOBODY = new PeopleCounts(0, 0, 0);

    public PeopleCounts with(Role role) {
        return changed(role, 1);
    }

    PeopleCounts without(@Nullable Member member) {
        return member == null ? this : changed(member.role(), -1);
    }

    private PeopleCounts changed(Role role, int by) {
        return new PeopleCounts(
                members + by, staff + (role == Role.MEMBER ? 0 : by), owners + (role == Role.OWNER ? by : 0));
    }
}
