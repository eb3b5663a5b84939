package dev.parley.delivery;

import dev.parley.delivery.Notice.Occupancy;
import dev.parley.delivery.Notice.Presence;
import dev.parley.kernel.RoomId;
import org.jspecify.annotations.Nullable;

/// What is new in a room beside its events.
///
/// @param presence null = nobody came or went
/// @param changed whether there are not as many as were told last; those who were not told yet are told in
///     any case
public record RoomSignal(RoomId room, @Nullable Presence presence, Occupancy occupancy, boolean changed) {}
