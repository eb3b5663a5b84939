package dev.parley.usecase;

import dev.parley.kernel.Event;

/// A message that is in the log.
///
/// @param duplicate it was there before this try, or may have been: when the store's answer was lost and it had the
///     message when asked again, nobody can tell
public record Published(Event event, boolean duplicate) {}
