package dev.parley.presence;

import java.util.List;

/// A stretch of those in a room.
///
/// @param occupancy of the whole room, in the same moment
/// @param users by id, in the order of the ids' characters
/// @param more whether others follow the last one
public record PresencePage(Occupancy occupancy, List<PresentUser> users, boolean more) {

    public PresencePage {
        users = List.copyOf(users);
    }
}
