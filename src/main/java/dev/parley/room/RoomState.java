package dev.parley.room;

import dev.parley.kernel.Epoch;
import dev.parley.kernel.RoomId;
import dev.parley.log.RoomKind;
import dev.parley.log.RoomSettings;
import dev.parley.log.RoomTerms;

/// A room as one snapshot of the store shows it.
///
/// @param version of the settings, 1 at creation: the ETag
/// @param rules counter of rule changes
/// @param first the oldest seq kept; head + 1 when nothing is
/// @param createdAt ms by the store's clock
public record RoomState(
        RoomId id,
        Epoch epoch,
        RoomKind kind,
        RoomSettings settings,
        long version,
        long rules,
        long first,
        long head,
        long createdAt) {

    public RoomTerms terms() {
        return RoomTerms.of(epoch.life(), rules, settings);
    }
}
