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
/// @param people as of that snapshot or later; those asked for, and nobody in lists
public record RoomState(
        RoomId id,
        Epoch epoch,
        RoomKind kind,
        RoomSettings settings,
        long version,
        long rules,
        long first,
        long head,
        long createdAt,
        People people) {

    /// A room of which nobody was asked for.
    public RoomState(
            RoomId id,
            Epoch epoch,
            RoomKind kind,
            RoomSettings settings,
            long version,
            long rules,
            long first,
            long head,
            long createdAt) {
        this(id, epoch, kind, settings, version, rules, first, head, createdAt, People.NOBODY);
    }

    public RoomState with(People some) {
        return new RoomState(id, epoch, kind, settings, version, rules, first, head, createdAt, some);
    }

    public RoomTerms terms() {
        return RoomTerms.of(epoch.life(), rules, settings);
    }
}
