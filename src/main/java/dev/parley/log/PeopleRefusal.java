package dev.parley.log;

/// Why a room's people stay as they are.
public enum PeopleRefusal {
    /// They are not as the change was decided for.
    MOVED,
    /// The room's only owner would be none any more.
    LAST_OWNER,
    /// The room has [PeopleCounts#MAX_MEMBERS].
    MEMBERS_FULL,
    /// The room has [PeopleCounts#MAX_STAFF].
    STAFF_FULL
}
