package dev.parley.delivery;

import dev.parley.kernel.Position;
import dev.parley.kernel.RoomId;
import org.jspecify.annotations.Nullable;

/// A page of a room that is on its way to somebody who pulls.
///
/// @param after what he has: he said so when he asked; null = he said nothing
/// @param next how far the page goes, which he has only once he asks for what follows
public record PulledPage(RoomId room, @Nullable Position after, Position next) {}
