package dev.parley.usecase;

import dev.parley.kernel.UserId;
import dev.parley.log.PresenceMode;
import dev.parley.presence.Occupancy;
import dev.parley.presence.PresentUser;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who is in a room, as much of it as the room tells.
///
/// @param users by id; none unless the room tells who is there
/// @param next the next page begins after this one; null = there is none
public record PresenceView(
        PresenceMode mode,
        Occupancy occupancy,
        List<PresentUser> users,
        @Nullable UserId next) {}
