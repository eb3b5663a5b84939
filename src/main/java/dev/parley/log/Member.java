package dev.parley.log;

import dev.parley.kernel.UserId;

/// A member of a room.
///
/// @param since ms by the store's clock; stays when the role changes
public record Member(UserId user, Standing standing, long since) {

    public Role role() {
        return standing.role();
    }
}
