package dev.parley.presence;

import dev.parley.kernel.UserId;
import org.jspecify.annotations.Nullable;

/// Somebody in a room.
///
/// @param name as one of the sessions has it that have one; null = as his id
/// @param sessions how many of his sessions are in it, at least one
public record PresentUser(UserId user, @Nullable String name, int sessions) {}
